import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { SignInRequired } from '#web/accounts/sign-in-required.tsx';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Dashboard } from './dashboard.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';

export { AccountPage as Component };

/** `/account`: the dashboard of the signed-in user. The server renders the prompt to sign in for browsers without JavaScript. */
function AccountPage() {
  const { user, error, retry } = useUser();
  return (
    <Container className="py-8 md:py-12">
      <Metadata
        title={t('My Account')}
        description={t('Your listings, payments, profile and security settings.')}
        path="/account"
        noindex
      />
      {user && <Dashboard user={user} />}
      {user === null && <SignInRequired />}
      {user === undefined && !error && (
        <>
          <noscript>
            <SignInRequired />
          </noscript>
          <DashboardSkeleton className="noscript:hidden" />
        </>
      )}
      {user === undefined && error && (
        <EmptyState
          as="h1"
          title={error.message}
          action={
            <Button onClick={() => retry()}>
              <Icon name="rotate-cw" />
              {t('Try again')}
            </Button>
          }
        >
          {t('We couldn’t load your account. None of your data was lost.')}
        </EmptyState>
      )}
    </Container>
  );
}
