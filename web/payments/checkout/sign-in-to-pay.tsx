import { useLocation } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { CancelLink } from './cancel-link.tsx';

/** Asks to sign in, which leads back to the order. */
export function SignInToPay() {
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <div className="grid gap-4">
      <span aria-hidden="true" className="round-icon size-12 p-3">
        <Icon name="circle-user-round" className="size-6" />
      </span>
      <h2 id="pay" className="text-xl">
        {t('Sign in to pay')}
      </h2>
      <p className="text-muted">
        {t('Your listing, receipt and analytics are kept in your account. After you sign in, you’ll come back here.')}
      </p>
      <div className="grid gap-3">
        <a href={`/auth?next=${next}`} className={buttonClass({ size: 'lg' })}>
          {t('Sign In')}
        </a>
        <a href={`/auth?register=true&next=${next}`} className={buttonClass({ variant: 'secondary' })}>
          {t('Create Account')}
        </a>
        <CancelLink />
      </div>
    </div>
  );
}
