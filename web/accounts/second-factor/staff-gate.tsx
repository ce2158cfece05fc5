import { lazy, type ReactNode, Suspense } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { useSecondFactors } from './second-factor-queries.ts';
import { StepUpHost } from './step-up-host.tsx';

const StaffSetup = lazy(() => import('./staff-setup.tsx'));

/** Renders its children for staff who have what all staff must have, and the set-up for others. The API checks it itself. */
export function StaffGate({ children }: { children: ReactNode }) {
  return (
    <>
      <Gate>{children}</Gate>
      <StepUpHost />
    </>
  );
}

function Gate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSecondFactors();
  if (data && data.missing === null) return children;
  if (data?.missing)
    return (
      <Suspense fallback={<Spinner label={t('Loading…')} className="py-24" />}>
        <StaffSetup missing={data.missing} onDone={() => void refetch()} />
      </Suspense>
    );
  if (error)
    return <EmptyState title={error.message} action={<Button onClick={() => refetch()}>{t('Try again')}</Button>} />;
  return <Spinner label={t('Loading…')} className="py-24" />;
}
