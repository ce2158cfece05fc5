import { t } from '#contract/i18n/t.ts';
import { PolicyPage } from './policy.tsx';

export { PrivacyPolicyPage as Component };

/** `/privacy-policy` */
function PrivacyPolicyPage() {
  return <PolicyPage name="privacy-policy" title={t('Privacy Policy')} />;
}
