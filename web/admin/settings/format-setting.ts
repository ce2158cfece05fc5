import type { SettingValue } from '#contract/admin/settings.ts';
import { formatNumber } from '#web/base/i18n/format.ts';

/** The value of a setting as it is shown. */
export const formatSetting = (value: SettingValue): string => (typeof value === 'number' ? formatNumber(value) : value);
