import { PolicyPage } from './policy.tsx';

export { TermsOfServicePage as Component };

/** `/terms-of-service` */
function TermsOfServicePage() {
  return <PolicyPage name="terms-of-service" title="Terms of Service" />;
}
