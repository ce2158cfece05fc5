import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Claim } from '#contract/ownership/claims.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** What happens next with a claim that was made. */
export function ClaimResult({ claim: { status, email }, gaveEmail }: { claim: Claim; gaveEmail: boolean }) {
  if (status === 'mailed') {
    return (
      <Result icon="mail-check">
        {rich('We emailed a link to <b>{email}</b>. Open it while you’re signed in here, and the listing is yours.', {
          b: (text) => <strong className="wrap-anywhere font-semibold">{text}</strong>,
          email,
        })}
      </Result>
    );
  }
  return (
    <Result icon="clock">
      {gaveEmail && t('We can’t match that address to the business’s website. ')}
      {t('We’ll review your claim and email you when we decide. Until then, your account shows it as “In review.”')}
    </Result>
  );
}

/** Takes the focus when it replaces the form, so that screen readers announce it. */
export function Result({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <p ref={focusOn} tabIndex={-1} className="flex gap-3 outline-none">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-sage" />
      <span>{children}</span>
    </p>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();
