import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ResendButton } from '#web/base/session/resend-button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/**
 * Reminds the user to confirm an email address, and sends the email again.
 * @param isNew whether the address replaces another one
 */
export function EmailReminder({ email, isNew }: { email: string; isNew: boolean }) {
  const strong = (text: ReactNode) => <strong className="font-semibold">{text}</strong>;
  return (
    <section
      aria-label={t('Confirm your email')}
      className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card bg-pacific-wash p-4 sm:px-5"
    >
      <p className="flex min-w-0 gap-3">
        <Icon name="mail-warning" className="mt-0.5 size-5 shrink-0 text-pacific" />
        <span className="wrap-anywhere">
          {isNew
            ? rich(
                '<strong>Please confirm your new email.</strong> We emailed a link to {email}. Until you open it, we’ll keep using your old address.',
                { strong, email },
              )
            : rich(
                '<strong>Please confirm your email.</strong> We emailed a link to {email}. Open it so we can help if you forget your password, and to set up two-step verification or invite people.',
                { strong, email },
              )}
        </span>
      </p>
      <ResendButton email={email} />
    </section>
  );
}
