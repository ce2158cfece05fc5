import { useEffect } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { MoreFields } from './more-fields.tsx';
import { LAST_SCREEN, SCREENS } from './screens.ts';

/** The fields of the last screen that are above this section. */
const FIELDS_ABOVE = ['premium', 'headline', 'tags', 'faq', 'review'];
const MORE_FIELDS: string[] = SCREENS[LAST_SCREEN]?.fields.filter((name) => !FIELDS_ABOVE.includes(name)) ?? [];

/** The optional fields: shown on request, and when one of them has an error. */
export function MoreAboutBusiness({
  form,
  open,
  onToggle,
}: {
  form: SchemaForm<ListingForm>;
  open: boolean;
  onToggle: (open: boolean) => void;
}) {
  const { errors, submitCount } = form.formState;
  const hasError = Object.keys(errors).some((name) => MORE_FIELDS.includes(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every attempt to submit, not while typing.
  useEffect(() => {
    if (hasError) onToggle(true);
  }, [submitCount, hasError]);
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && onToggle(currentTarget.open)}
      className="group rounded-card border"
    >
      <summary className="flex min-h-16 items-center justify-between gap-4 rounded-card px-4 py-2.5 hover:text-pacific">
        <span>
          <span className="block font-semibold">{t('More about your business')}</span>
          <span className="block text-muted text-sm">
            {t('Social links, service area, languages, license and prices. Optional.')}
          </span>
        </span>
        <Icon name="chevron-down" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {open && (
        <div className="px-4 pt-2 pb-5">
          <MoreFields form={form} />
        </div>
      )}
    </details>
  );
}
