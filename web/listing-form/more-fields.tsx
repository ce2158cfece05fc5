import { useEffect, useRef } from 'react';
import type { ListingForm } from '#contract/listing-form.ts';
import { HoursFields } from '../opening-hours/hours-fields.tsx';
import type { SchemaForm } from '../ui/form/form.tsx';
import { AboutFields } from './about-fields.tsx';
import { PictureFields } from './picture-fields.tsx';
import { PremiumFields } from './premium-fields.tsx';
import { SocialFields } from './social-fields.tsx';
import type { Pictures } from './use-pictures.ts';

/** The optional fields below the form's fourteen main fields. */
export function MoreFields({
  form,
  pictures,
  paid,
  signedIn,
}: {
  form: SchemaForm<ListingForm>;
  pictures: Pictures;
  paid: boolean;
  signedIn: boolean;
}) {
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
      <PictureFields form={form} pictures={pictures} paid={paid} signedIn={signedIn} />
      <HoursFields form={form} />
      <SocialFields form={form} />
      <AboutFields form={form} />
      <PremiumFields form={form} />
    </div>
  );
}
