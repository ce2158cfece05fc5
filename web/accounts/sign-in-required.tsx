import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';

/** The prompt to sign in or register. */
export function SignInRequired() {
  return (
    <EmptyState
      as="h1"
      title={t('Sign in Required')}
      action={
        <>
          <a href="/auth" className={buttonClass()}>
            {t('Sign In')}
          </a>
          <a href="/auth?register=true" className={buttonClass({ variant: 'secondary' })}>
            {t('Create Account')}
          </a>
        </>
      }
    >
      {t('Sign in to see your listings, payments and settings. Accounts are free, and so is your first listing.')}
    </EmptyState>
  );
}
