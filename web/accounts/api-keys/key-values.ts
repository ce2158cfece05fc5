import { t } from '#contract/i18n/t.ts';
import type { KeyScope } from '#contract/ownership/api-keys.ts';

/** The API path of the keys of the account. */
export const API_KEYS_PATH = '/api/user/api-keys';

export const SCOPE_LABELS: Record<KeyScope, string> = {
  'listings:read': t('Read my listings'),
  'listings:write': t('Change my listings'),
  'leads:read': t('Read messages'),
  'leads:answer': t('Answer messages'),
  'analytics:read': t('Read analytics'),
};
