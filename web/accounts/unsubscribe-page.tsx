import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { send } from '../app/api.ts';
import { getTokenError, useRunMutation } from '../app/run-mutation.ts';
import { AccountLink, EmailLinkLayout, InvalidLink, ResultMessage } from '../session/email-link-layout.tsx';
import { useLinkToken } from '../session/link-token.ts';
import { useUser } from '../session/user.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useToggleSummary } from './weekly-summary.ts';

export { UnsubscribePage as Component };

/** The kinds of email that can be stopped, by the `of` parameter of the link; the weekly summary by default. */
const EMAIL_KINDS = {
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
type EmailKind = (typeof EMAIL_KINDS)[keyof typeof EMAIL_KINDS];

const INVALID_LINK_HINT = 'You can turn it off in your account too.';

/** Stops a recurring email by the `token` of its link. Needs a click, because mail scanners open links. */
function UnsubscribePage() {
  const kind = useSearchParams()[0].get('of') === 'saved-search' ? 'saved-search' : 'weekly-summary';
  const token = useLinkToken();
  const [emailKind] = useState<EmailKind>(EMAIL_KINDS[kind]);
  return (
    <EmailLinkLayout
      title={`Stop ${emailKind.name}`}
      description={`Stop ${emailKind.name}, with one click.`}
      path="/unsubscribe"
    >
      {token ? (
        <UnsubscribeForm token={token} mails={emailKind} />
      ) : (
        <InvalidLink hint={INVALID_LINK_HINT} accountSection={emailKind.section} />
      )}
    </EmailLinkLayout>
  );
}

function UnsubscribeForm({ token, mails }: { token: string; mails: EmailKind }) {
  const { runMutation, busy } = useRunMutation();
  const [stopped, setStopped] = useState(false);
  const [reason, setReason] = useState<string>();

  const stop = async () => {
    const failure = await runMutation('Not stopped', () =>
      send('POST', `/api/unsubscribe/${encodeURIComponent(token)}`),
    );
    if (failure) setReason(getTokenError(failure));
    else setStopped(true);
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} accountSection={mails.section} />;
  if (stopped) return mails === EMAIL_KINDS['weekly-summary'] ? <SummaryUnsubscribed /> : <SearchUnsubscribed />;
  return (
    <ResultMessage title={`Stop ${mails.name}?`}>
      <p className="text-muted">{mails.about} One click, and no more come.</p>
      <Button busy={busy} onClick={stop} className="justify-self-start">
        {busy ? 'Stopping...' : 'Stop this mail'}
      </Button>
    </ResultMessage>
  );
}

function SearchUnsubscribed() {
  return (
    <ResultMessage title="The mails of this search are stopped" icon={<Icon name="circle-check" />}>
      <p>The search stays in your account, where you can turn them on again or delete it.</p>
      <AccountLink section="searches" />
    </ResultMessage>
  );
}

function SummaryUnsubscribed() {
  const { user } = useUser();
  const { toggleSummary, busy } = useToggleSummary();
  const [isOnAgain, setOnAgain] = useState(false);
  if (isOnAgain) {
    return (
      <ResultMessage key="on" title="The weekly summary is on again" icon={<Icon name="circle-check" />}>
        <p>The next one comes on Monday.</p>
        <AccountLink section="profile" />
      </ResultMessage>
    );
  }
  return (
    <ResultMessage key="stopped" title="The weekly summary is stopped" icon={<Icon name="circle-check" />}>
      <p>It comes no more. We still write to you when a listing is about to expire or something was paid.</p>
      {user && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={async () => setOnAgain((await toggleSummary(true)) === undefined)}
          className="justify-self-start"
        >
          {busy ? 'Saving...' : 'Turn it on again'}
        </Button>
      )}
    </ResultMessage>
  );
}
