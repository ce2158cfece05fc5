import type { ReactNode } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { type SearchParams, searchPath } from '#web/base/search-box/search-params.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { SAVE_HASH } from './save-search-hash.ts';

export interface SaveSearchDialogProps {
  search: SearchParams;
  open: boolean;
  onClose: () => void;
}

/** Leads a visitor to signing in, and back to the search. */
export function SignInFirst({ search, open, onClose }: SaveSearchDialogProps) {
  const next = encodeURIComponent(searchPath(search) + SAVE_HASH);
  return (
    <PrerequisiteDialog
      title={t('Sign in to save this search')}
      open={open}
      onClose={onClose}
      action={
        <>
          <a href={`/auth/link?next=${next}`} className={buttonClass()}>
            {t('Continue by email')}
          </a>
          <a href={`/auth?next=${next}`} className={buttonClass({ variant: 'secondary' })}>
            {t('Sign In')}
          </a>
        </>
      }
    >
      {t('We’ll email you new listings, daily or weekly. After you sign in, you’ll come back to this search.')}
    </PrerequisiteDialog>
  );
}

/** Leads a user to confirming an email address. */
export function ConfirmFirst({ user, open, onClose }: SaveSearchDialogProps & { user: User }) {
  return (
    <PrerequisiteDialog
      title={t('Confirm your email first')}
      open={open}
      onClose={onClose}
      action={
        <a href="/account" className={buttonClass()}>
          {t('Go to your account')}
        </a>
      }
    >
      {user.email
        ? rich(
            'We only send to confirmed addresses. Open the link in our email to {email}. You can resend it from your account.',
            { email: <strong className="wrap-anywhere font-semibold">{user.email}</strong> },
          )
        : t('Your account has no email yet. Add one there, then open the link we send to it.')}
    </PrerequisiteDialog>
  );
}

function PrerequisiteDialog({
  title,
  open,
  onClose,
  action,
  children,
}: Omit<SaveSearchDialogProps, 'search'> & { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={action}>
      <p>{children}</p>
    </Dialog>
  );
}
