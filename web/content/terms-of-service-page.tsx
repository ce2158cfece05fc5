import { t } from '#contract/i18n/t.ts';
import { PolicyPage } from './policy.tsx';

export { TermsOfServicePage as Component };

/** `/terms-of-service` */
function TermsOfServicePage() {
  return <PolicyPage name="terms-of-service" title={t('Terms of Service')} />;
}
