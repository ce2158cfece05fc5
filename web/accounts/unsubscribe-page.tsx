import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isOfLink, useAttempt } from '../app/run-mutation.ts';
import { send } from '../app/send.ts';
import { useLinkToken } from '../session/link-token.ts';
import { MailedLinkPage, Outcome } from '../session/mailed-link.tsx';
import { useUser } from '../session/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTurnSummary } from './weekly-summary.ts';

/** What the mails are that a link stops, by what it says that it is `of`: unless told, the weekly summary. */
const MAILS = {
  'weekly-summary': {
    name: 'the weekly summary',
    about: 'It tells you on Mondays what your listings brought.',
    section: 'profile',
  },
  'saved-search': {
    name: 'mails of this saved search',
    about: 'They tell you what is new in a search that you saved. Your other searches stay as they are.',
    section: 'searches',
  },
};
type Mails = (typeof MAILS)[keyof typeof MAILS];

/** Stops a mail that comes again by the `token` of the link in it: by a click, because mail scanners open links. */
export function UnsubscribePage() {
  const of = useSearchParams()[0].get('of') === 'saved-search' ? 'saved-search' : 'weekly-summary';
  const token = useLinkToken();
  const [mails] = useState<Mails>(MAILS[of]);
  return (
    <MailedLinkPage
      title={`Stop ${mails.name}`}
      description={`Stop ${mails.name}, with one click.`}
      path="/unsubscribe"
    >
      {token ? (
        <Stopping token={token} mails={mails} />
      ) : (
        <Useless mails={mails}>This link is not complete. Open it from the mail again.</Useless>
      )}
    </MailedLinkPage>
  );
}

function Stopping({ token, mails }: { token: string; mails: Mails }) {
  const { attempt, busy } = useAttempt();
  const [stopped, setStopped] = useState(false);
  const [reason, setReason] = useState<string>();

  const stop = async () => {
    const refusal = await attempt('Not stopped', () => send('POST', `/api/unsubscribe/${encodeURIComponent(token)}`));
    if (!refusal) setStopped(true);
    else if (isOfLink(refusal)) setReason(refusal.issues?.[0]?.message ?? refusal.message);
  };

  if (reason) return <Useless mails={mails}>{reason}</Useless>;
  if (stopped) return mails === MAILS['weekly-summary'] ? <Stopped /> : <SearchStopped />;
  return (
    <Outcome title={`Stop ${mails.name}?`}>
      <p className="text-muted">{mails.about} One click, and no more come.</p>
      <Button busy={busy} onClick={stop} className="justify-self-start">
        {busy ? 'Stopping...' : 'Stop this mail'}
      </Button>
    </Outcome>
  );
}

function SearchStopped() {
  return (
    <Outcome title="The mails of this search are stopped" icon={<Icon name="circle-check" />}>
      <p>The search stays in your account, where you can turn them on again or delete it.</p>
      <ToAccount section="searches" />
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
        <ToAccount section="profile" />
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

function Useless({ mails, children }: { mails: Mails; children: ReactNode }) {
  return (
    <Outcome title="This link does not work" icon={<Icon name="unlink" />}>
      <p>{children}</p>
      <p className="text-muted">You can turn it off in your account too.</p>
      <ToAccount section={mails.section} />
    </Outcome>
  );
}

const ToAccount = ({ section }: { section: string }) => (
  <a href={`/account#${section}`} className={`${buttonClass()} justify-self-start`}>
    Go to your account
  </a>
);
