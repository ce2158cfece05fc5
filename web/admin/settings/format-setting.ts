import type { SettingValue } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';

/** The value of a setting as it is shown. */
export function formatSetting(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? t('On', null, 'setting') : t('Off', null, 'setting');
  return typeof value === 'number' ? formatNumber(value) : value;
}
