import type { AdminUser } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import { type AdminActions, getActionKey } from '#web/admin/admin-actions.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PaidPlans } from './paid-plans.tsx';

/** The props of the buttons of accounts. */
export type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

/** Suspends an account, after a question for the reason. */
export function SuspendButton({ user, pendingAction, confirm }: { user: AdminUser } & ActionProps) {
  // The API refuses to suspend the administrator, after which nobody could activate accounts.
  if (user.id === 1) return <span className="text-muted text-sm">{t('Administrator')}</span>;
  const confirmation: Confirmation = {
    action: 'suspend',
    id: user.id,
    title: t('Suspend User Account'),
    description: (
      <>
        {rich(
          '{username} will be prevented from logging in. Their sessions end at once and their listings are hidden until the account is activated again. We don’t email them.',
          { username: <strong>{user.username}</strong> },
        )}
        <PaidPlans userId={user.id} />
      </>
    ),
    reason: { label: t('Suspension Reason'), hint: t('This reason is shown to the user when they attempt login.') },
    confirmLabel: t('Suspend User'),
    busyLabel: t('Suspending...'),
    danger: true,
  };
  return (
    <Button variant="secondary" size="sm" disabled={pendingAction !== null} onClick={() => confirm(confirmation)}>
      <Icon name="ban" />
      {t('Suspend')}
      <span className="sr-only"> {user.username}</span>
    </Button>
  );
}

/** Activates a suspended account. */
export function ActivateButton({ user, pendingAction, perform }: { user: AdminUser } & ActionProps) {
  const busy = pendingAction === getActionKey('activate', user.id);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      disabled={pendingAction !== null}
      onClick={() => perform('activate', user.id)}
    >
      {!busy && <Icon name="circle-check" />}
      {t('Activate')}
      <span className="sr-only"> {user.username}</span>
    </Button>
  );
}
