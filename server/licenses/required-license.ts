import type { SettingValues } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { getLicenseClasses } from '#contract/listing-fields/license-classes.ts';
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
  listing: { category_id: number; more_category_ids: number[]; license_number: string | null },
): HttpError | null {
  const ids = [listing.category_id, ...listing.more_category_ids];
  const categories = ids.flatMap((id) => gazetteer.categories.byId.get(id) ?? []);
  const isLicensed = categories.some(({ key }) => getLicenseClasses(key).length > 0);
  if (!settings.licenseRequired || listing.license_number || !isLicensed) return null;
  const message = t('California licenses this trade: add your license number, or say that you have none.');
  return new Invalid(message, [{ path: 'licenseNumber', message }]);
}
