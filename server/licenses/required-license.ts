import type { SettingValues } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { licensesOf } from '#contract/listing-fields/license-classes.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { type HttpError, Invalid } from '#server/platform/http/errors.ts';

/** What decides whether a listing needs a license. */
export interface LicenseRules {
  gazetteer: Gazetteer;
  settings: Pick<SettingValues, 'licenseRequired'>;
}

/** Why a listing cannot go live: its trade needs a license, the site requires one, and it has neither a number nor the statement. */
export function findMissingLicense(
  { gazetteer, settings }: LicenseRules,
  { category_id, license_number }: { category_id: number; license_number: string | null },
): HttpError | null {
  const category = gazetteer.categories.byId.get(category_id);
  if (!settings.licenseRequired || license_number || !category || licensesOf(category.key).length === 0) return null;
  const message = t('California licenses this trade: add your license number, or say that you have none.');
  return new Invalid(message, [{ path: 'licenseNumber', message }]);
}
