import { lazy, Suspense, useEffect, useState } from 'react';
import { setStepUp } from '#web/base/api/step-up.ts';

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'));

/** Lets `send` ask the user again who they are, on pages whose changes need it: others do not download how. */
export function StepUpHost() {
  // One dialog for all requests that need it at a time.
  const [waiting, setWaiting] = useState<((isVerified: boolean) => void)[]>([]);
  useEffect(() => setStepUp(() => new Promise((resolve) => setWaiting((others) => [...others, resolve]))), []);
  const close = (isVerified: boolean) => {
    for (const resolve of waiting) resolve(isVerified);
    setWaiting([]);
  };
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <StepUpDialog onClose={close} />
    </Suspense>
  );
}
