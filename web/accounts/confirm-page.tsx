import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isOfLink, useAttempt } from '../app/run-mutation.ts';
import { send } from '../app/send.ts';
import { useLinkToken } from '../session/link-token.ts';
import { MailedLinkPage, Outcome } from '../session/mailed-link.tsx';
import { askUserAgain } from '../session/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Confirms an e-mail address by the `token` of a mailed link: by a click, because mail scanners open links. */
export function ConfirmPage() {
  const token = useLinkToken();
  return (
    <MailedLinkPage
      title="Confirm Your Email"
      description="Confirm the e-mail address of your account."
      path="/auth/confirm"
    >
      {token ? (
        <Confirmation token={token} />
      ) : (
        <Useless>This link is not complete. Open it from the mail again.</Useless>
      )}
    </MailedLinkPage>
  );
}

function Confirmation({ token }: { token: string }) {
  const client = useQueryClient();
  const { attempt, busy } = useAttempt();
  const [confirmed, setConfirmed] = useState(false);
  const [reason, setReason] = useState<string>();

  const confirm = async () => {
    const refusal = await attempt('Not confirmed', () => send('POST', '/api/email-confirmations', { token }));
    if (refusal && isOfLink(refusal)) setReason(refusal.issues?.[0]?.message ?? refusal.message);
    if (refusal) return;
    setConfirmed(true);
    askUserAgain(client);
  };

  if (reason) return <Useless>{reason}</Useless>;
  if (confirmed) {
    return (
      <Outcome title="Your email is confirmed" icon={<Icon name="circle-check" />}>
        <p>From now on we write to this address.</p>
        <a href="/account" className={`${buttonClass()} justify-self-start`}>
          Go to your account
        </a>
      </Outcome>
    );
  }
  return (
    <Outcome title="Confirm your email">
      <p className="text-muted">One click, and we know that our mails reach you.</p>
      <Button busy={busy} onClick={confirm} className="justify-self-start">
        <Icon name="mail-check" />
        {busy ? 'Confirming...' : 'Confirm email address'}
      </Button>
    </Outcome>
  );
}

function Useless({ children }: { children: ReactNode }) {
  return (
    <Outcome title="This link does not work" icon={<Icon name="unlink" />}>
      <p>{children}</p>
      <p className="text-muted">A link works once. You can have a new one mailed from your account.</p>
      <a href="/account" className={`${buttonClass()} justify-self-start`}>
        Go to your account
      </a>
    </Outcome>
  );
}
