import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Registration } from '#contract/accounts.ts';
import type { ListingPage } from '#contract/listings.ts';
import { getSessionStorage, readStoredObject } from '#web/base/api/browser-storage.ts';
import { LISTING_DRAFT_KEY } from '#web/base/session/browser-data.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

/** The id of the listing that is claimed at the path that is opened after signing in, if one is. */
export function toClaimedListing(next: string): number | undefined {
  const id = /^\/ads\/(\d{1,15})\?claim=/.exec(next)?.[1];
  return id === undefined ? undefined : Number(id);
}

/**
 * Fills the registration form in with what is known of the business: of the listing that is claimed next, or of the form that is
 * posted next.
 * @param next the path that is opened after signing in
 * @returns the name of the business that is claimed next
 */
export function useKnownBusiness({ getValues, setValue }: SchemaForm<Registration>, next: string): string | undefined {
  const claimedId = toClaimedListing(next);
  const { data: claimed } = useQuery<ListingPage>({
    queryKey: [`/api/ads/${claimedId}`],
    enabled: claimedId !== undefined,
    throwOnError: false,
  });
  const businessName = claimed?.businessName;
  useEffect(() => {
    const draft = next.startsWith('/post-ad') ? readStoredObject(getSessionStorage(), LISTING_DRAFT_KEY) : null;
    const known: Record<string, unknown> = { businessName, ...draft };
    for (const name of ['businessName', 'email'] as const) {
      const value = known[name];
      if (typeof value === 'string' && value.length <= 254 && !getValues(name)) setValue(name, value);
    }
  }, [next, businessName, getValues, setValue]);
  return businessName;
}
