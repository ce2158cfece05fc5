import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { toOptions } from '#web/admin/listings/filter-fields.tsx';
import { useCategoryOptions } from '#web/admin/listings/loaded-choices.tsx';
import { queries } from '#web/base/api/queries.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FormControl, type SchemaForm } from '#web/base/ui/form/form.tsx';
import type { AnnouncementInput } from './announcement-form.ts';
import { LAST_SEEN_LABELS, PLAN_LABELS } from './announcement-labels.ts';

/** Who gets an email, and whether they can unsubscribe from it. */
export function AudienceFields({ form }: { form: SchemaForm<AnnouncementInput> }) {
  const { data: counties } = useQuery(queries.counties());
  const categories = useCategoryOptions();
  const choice = (name: 'plan' | 'county' | 'category' | 'lastSeen', label: string, options: ReactNode) => (
    <FormControl form={form} name={name} label={label}>
      {(control) => <Select {...control}>{options}</Select>}
    </FormControl>
  );
  const any = (label: string) => <option value="">{label}</option>;
  return (
    <>
      <FormControl
        form={form}
        name="about"
        label={t('What it is about')}
        hint={t(
          'News has a link to unsubscribe, and doesn’t reach those who did. Use the other only for what owners must know.',
        )}
      >
        {(control) => (
          <Select {...control}>
            <option value="news">{t('News: what’s new here, offers')}</option>
            <option value="listings">{t('Their listings: changes that concern them')}</option>
          </Select>
        )}
      </FormControl>
      <fieldset className="grid items-start gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-lg">{t('Owners with a listing that meets all of this')}</legend>
        {choice('plan', t('Plan'), toOptions(PLAN_LABELS))}
        {choice('lastSeen', t('Last seen'), toOptions(LAST_SEEN_LABELS))}
        {choice(
          'county',
          t('County'),
          <>
            {any(t('Any county'))}
            {toOptions(Object.fromEntries(counties?.items.map(({ slug, name }) => [slug, name]) ?? []))}
          </>,
        )}
        {choice(
          'category',
          t('Category'),
          <>
            {any(t('Any category'))}
            {categories?.map(([slug, name]) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </>,
        )}
      </fieldset>
    </>
  );
}
