import { SETTING_CHOICES } from '#contract/admin/setting-labels.ts';
import type { SettingKey, SettingValue } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';

/** The value of a setting as it is shown. */
export function formatSetting(key: SettingKey, value: SettingValue): string {
  if (typeof value === 'boolean') return value ? t('On', null, 'setting') : t('Off', null, 'setting');
  return typeof value === 'number' ? formatNumber(value) : (SETTING_CHOICES[key]?.[value] ?? value);
}
