import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { queries } from '#web/base/api/queries.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

/** Says that the trade needs a license, while the form has neither a number nor the statement. */
export function LicenseReminder({ form }: { form: SchemaForm<ListingForm> }) {
  const isMissing = useNeededLicenses(form).length > 0 && !form.watch('licenseNumber');
  return (
    isMissing && (
      <span className="block text-poppy-text text-sm">
        {t('California licenses this trade: add your license number, or say that you have none.')}
      </span>
    )
  );
}

/** 'C-36': the classes of which the chosen categories need one. */
export function useNeededLicenses(form: SchemaForm<ListingForm>): readonly string[] {
  const { data } = useQuery({ ...queries.categories(), throwOnError: false });
  const [categoryId, moreIds = []] = form.watch(['categoryId', 'moreCategoryIds']);
  const chosen = data?.items.filter(({ id }) => id === Number(categoryId) || moreIds.includes(id)) ?? [];
  return [...new Set(chosen.flatMap(({ licenses = [] }) => licenses))];
}
