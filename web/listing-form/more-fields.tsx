import { useEffect, useRef } from 'react';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { AboutFields } from './about-fields.tsx';
import { SocialFields } from './social-fields.tsx';

/** The optional fields of the last screen that stay closed until they are asked for. */
export function MoreFields({ form }: { form: SchemaForm<ListingForm> }) {
  const fields = useRef<HTMLDivElement>(null);
  const { submitCount } = form.formState;
  // The form focuses the first invalid field, but cannot focus one that was hidden until now.
  useEffect(() => {
    const invalid = document.activeElement?.matches('[aria-invalid]')
      ? null
      : fields.current?.querySelector('[aria-invalid]');
    if (submitCount > 0) (invalid as HTMLElement | null)?.focus();
  }, [submitCount]);
  return (
    <div ref={fields} className="grid gap-8">
      <SocialFields form={form} />
      <AboutFields form={form} />
    </div>
  );
}
