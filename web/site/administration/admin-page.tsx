import '#web/base/styles/private.css';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { StaffGate } from '#web/accounts/second-factor/staff-gate.tsx';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { Dashboard } from './dashboard.tsx';

export { AdminPage as Component };

/**
 * `/admin`: the dashboard of the staff. Other users get 'Access Denied', visitors are redirected to sign in. This
 * only decides what is rendered: the API checks permissions itself.
 */
function AdminPage() {
  const { user, error, retry } = useUser();
  const role = user?.role ?? null;
  return (
    <Container className="pb-12">
      <Metadata title={t('Admin Dashboard')} description={t('Suspend and activate accounts.')} path="/admin" noindex />
      {user && role ? (
        <StaffGate>
          <Dashboard user={user} role={role} />
        </StaffGate>
      ) : user ? (
        <AccessDenied />
      ) : error ? (
        <PageFrame>
          <EmptyState title={error.message} action={<Button onClick={() => retry()}>{t('Try again')}</Button>} />
        </PageFrame>
      ) : (
        <PageFrame>
          <Spinner label={t('Loading…')} className="py-24" />
          {user === null && <RedirectToSignIn />}
        </PageFrame>
      )}
    </Container>
  );
}

function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="mt-6 mb-6 text-2xl sm:text-3xl">{t('Admin Dashboard')}</h1>
      {children}
    </>
  );
}

function RedirectToSignIn() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate('/auth?next=/admin', { replace: true });
  }, [navigate]);
  return null;
}

function AccessDenied() {
  const navigate = useNavigate();
  const goBack = () => (history.length > 1 ? history.back() : navigate('/'));
  return (
    <Card className="mx-auto my-12 grid max-w-130 justify-items-center gap-3 p-8 text-center">
      <Icon name="circle-x" className="size-12 text-danger" />
      <h1 className="text-2xl">{t('Access Denied')}</h1>
      <p className="text-muted">{t('Only the site’s team can open this page.')}</p>
      <Button className="mt-3" onClick={goBack}>
        {t('Go Back')}
      </Button>
    </Card>
  );
}
