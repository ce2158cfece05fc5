import { useEffect } from 'react';
import type { ListingForm } from '#contract/listing-form.ts';
import { useUser } from '#web/base/session/user.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

/** Fills in the user's business name and email address once, so that they can be emptied. The returned function does it again. */
export function useAccountDetails({ getValues, setValue }: SchemaForm<ListingForm>): () => void {
  const { user } = useUser();
  const fillIn = () => {
    for (const name of ['businessName', 'email'] as const)
      if (user?.[name] && !getValues(name)) setValue(name, user[name]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the user changes.
  useEffect(fillIn, [user?.id]);
  return fillIn;
}
