import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { ResendButton } from '#web/base/session/resend-button.tsx';
import { useUser } from '#web/base/session/user.ts';

/**
 * Renders its children for a user whose email is confirmed, or who has none; for others the hint to confirm it first. The API checks it
 * itself.
 */
export function ConfirmedEmail({ children }: { children: ReactNode }) {
  const { user } = useUser();
  if (!user?.email || user.emailConfirmed) return children;
  const email = user.pendingEmail ?? user.email;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="wrap-anywhere">{t('Confirm your email first: open the link we sent to {email}.', { email })}</p>
      <ResendButton email={email} />
    </div>
  );
}
