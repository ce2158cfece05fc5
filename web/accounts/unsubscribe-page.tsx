import { type ReactNode, useState } from 'react';
import { send } from '../send.ts';
import { isOfLink, useAttempt } from '../shell/attempt.ts';
import { useLinkToken } from '../shell/link-token.ts';
import { MailedLinkPage, Outcome } from '../shell/mailed-link.tsx';
import { useUser } from '../shell/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTurnSummary } from './weekly-summary.ts';

/** Stops the weekly summary by the `token` of the link in it: by a click, because mail scanners open links. */
export function UnsubscribePage() {
  const token = useLinkToken();
  return (
    <MailedLinkPage
      title="Stop the Weekly Summary"
      description="Stop the mail with what your listings brought."
      path="/unsubscribe"
    >
      {token ? <Stopping token={token} /> : <Useless>This link is not complete. Open it from the mail again.</Useless>}
    </MailedLinkPage>
  );
}

function Stopping({ token }: { token: string }) {
  const { attempt, busy } = useAttempt();
  const [stopped, setStopped] = useState(false);
  const [reason, setReason] = useState<string>();

  const stop = async () => {
    const refusal = await attempt('Not stopped', () => send('POST', `/api/unsubscribe/${encodeURIComponent(token)}`));
    if (!refusal) setStopped(true);
    else if (isOfLink(refusal)) setReason(refusal.issues?.[0]?.message ?? refusal.message);
  };

  if (reason) return <Useless>{reason}</Useless>;
  if (stopped) return <Stopped />;
  return (
    <Outcome title="Stop the weekly summary?">
      <p className="text-muted">It tells you on Mondays what your listings brought. One click, and it comes no more.</p>
      <Button busy={busy} onClick={stop} className="justify-self-start">
        {busy ? 'Stopping...' : 'Stop this mail'}
      </Button>
    </Outcome>
  );
}

function Stopped() {
  const { user } = useUser();
  const { turn, busy } = useTurnSummary();
  const [isOnAgain, setOnAgain] = useState(false);
  if (isOnAgain) {
    return (
      <Outcome key="on" title="The weekly summary is on again" icon={<Icon name="circle-check" />}>
        <p>The next one comes on Monday.</p>
        <ToAccount />
      </Outcome>
    );
  }
  return (
    <Outcome key="stopped" title="The weekly summary is stopped" icon={<Icon name="circle-check" />}>
      <p>It comes no more. We still write to you when a listing is about to expire or something was paid.</p>
      {user && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={async () => setOnAgain((await turn(true)) === undefined)}
          className="justify-self-start"
        >
          {busy ? 'Saving...' : 'Turn it on again'}
        </Button>
      )}
    </Outcome>
  );
}

function Useless({ children }: { children: ReactNode }) {
  return (
    <Outcome title="This link does not work" icon={<Icon name="unlink" />}>
      <p>{children}</p>
      <p className="text-muted">You can turn the weekly summary off in your account too.</p>
      <ToAccount />
    </Outcome>
  );
}

const ToAccount = () => (
  <a href="/account#profile" className={`${buttonClass()} justify-self-start`}>
    Go to your account
  </a>
);
