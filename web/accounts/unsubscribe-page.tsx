import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { send } from '#web/base/api/api.ts';
import { AccountLink, InvalidLink, ResultMessage } from '#web/base/layout/email-link-layout.tsx';
import { LinkTokenLayout } from '#web/base/layout/link-token-layout.tsx';
import { getTokenError } from '#web/base/session/link-token.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useToggleMailing } from './mailings.ts';

export { UnsubscribePage as Component };

/** The kinds of email that can be stopped, by the `of` parameter of the link; the weekly summary by default. */
const EMAIL_KINDS = {
  'weekly-summary': {
    title: t('Unsubscribe from the weekly summary'),
    description: t('Unsubscribe from the weekly summary with one click.'),
    question: t('Unsubscribe from the weekly summary?'),
    about: t('It shows how your listings did last week.'),
    section: 'profile',
  },
  'free-summary': {
    title: t('Unsubscribe from the summary of your free listings'),
    description: t('Unsubscribe from the summary of your free listings with one click.'),
    question: t('Unsubscribe from the summary of your free listings?'),
    about: t('It shows the views and messages of last week.'),
    section: 'profile',
  },
  'accuracy-check': {
    title: t('Unsubscribe from emails that ask if your listings are right'),
    description: t('Unsubscribe from emails that ask if your listings are right with one click.'),
    question: t('Unsubscribe from emails that ask if your listings are right?'),
    about: t('They come twice a year at most.'),
    section: 'profile',
  },
  'review-reply': {
    title: t('Unsubscribe from emails about replies to your reviews'),
    description: t('Unsubscribe from emails about replies to your reviews with one click.'),
    question: t('Unsubscribe from emails about replies to your reviews?'),
    about: t('They come once for each review, when the business replies.'),
    section: 'profile',
  },
  announcement: {
    title: t('Unsubscribe from news for owners'),
    description: t('Unsubscribe from news for owners with one click.'),
    question: t('Unsubscribe from news for owners?'),
    about: t('Emails about your own listings still reach you.'),
    section: 'profile',
  },
  'saved-search': {
    title: t('Unsubscribe from emails about this saved search'),
    description: t('Unsubscribe from emails about this saved search with one click.'),
    question: t('Unsubscribe from emails about this saved search?'),
    about: t('They tell you about new listings in this search. Your other saved searches won’t change.'),
    section: 'searches',
  },
};
type EmailKind = (typeof EMAIL_KINDS)[keyof typeof EMAIL_KINDS];

const INVALID_LINK_HINT = t('You can also turn it off in your account.');

/** Stops a recurring email by the `token` of its link. Needs a click, because mail scanners open links. */
function UnsubscribePage() {
  const of = useSearchParams()[0].get('of');
  const kind = of !== null && Object.hasOwn(EMAIL_KINDS, of) ? (of as keyof typeof EMAIL_KINDS) : 'weekly-summary';
  const [emailKind] = useState<EmailKind>(EMAIL_KINDS[kind]);
  return (
    <LinkTokenLayout
      title={emailKind.title}
      description={emailKind.description}
      path="/unsubscribe"
      withoutToken={<InvalidLink hint={INVALID_LINK_HINT} accountSection={emailKind.section} />}
    >
      {(token) => <UnsubscribeForm token={token} mails={emailKind} />}
    </LinkTokenLayout>
  );
}

function UnsubscribeForm({ token, mails }: { token: string; mails: EmailKind }) {
  const { runMutation, busy } = useRunMutation();
  const [stopped, setStopped] = useState(false);
  const [reason, setReason] = useState<string>();

  const stop = async () => {
    const failure = await runMutation(t('Couldn’t unsubscribe'), () => send('POST', '/api/unsubscribe', { token }));
    if (failure) setReason(getTokenError(failure));
    else setStopped(true);
  };

  if (reason) return <InvalidLink reason={reason} hint={INVALID_LINK_HINT} accountSection={mails.section} />;
  if (stopped && mails === EMAIL_KINDS['weekly-summary']) return <SummaryUnsubscribed />;
  if (stopped && mails === EMAIL_KINDS['saved-search']) return <SearchUnsubscribed />;
  if (stopped) {
    return (
      <ResultMessage title={t('You’re unsubscribed')} icon={<Icon name="circle-check" />}>
        <p>{t('You won’t get these emails anymore. You can turn them back on in your account.')}</p>
        <AccountLink section={mails.section} />
      </ResultMessage>
    );
  }
  return (
    <ResultMessage title={mails.question}>
      <p className="text-muted">{mails.about}</p>
      <Button busy={busy} onClick={stop} className="justify-self-start">
        {busy ? t('Unsubscribing...') : t('Unsubscribe')}
      </Button>
    </ResultMessage>
  );
}

function SearchUnsubscribed() {
  return (
    <ResultMessage title={t('You’re unsubscribed')} icon={<Icon name="circle-check" />}>
      <p>
        {t(
          'You won’t get emails about this search anymore. It’s still in your account, where you can turn emails back on or delete it.',
        )}
      </p>
      <AccountLink section="searches" />
    </ResultMessage>
  );
}

function SummaryUnsubscribed() {
  const { user } = useUser();
  const { toggle, busy } = useToggleMailing('weekly-summary');
  const [isOnAgain, setOnAgain] = useState(false);
  if (isOnAgain) {
    return (
      <ResultMessage key="on" title={t('You’re subscribed again')} icon={<Icon name="circle-check" />}>
        <p>{t('You’ll get the next weekly summary on Monday.')}</p>
        <AccountLink section="profile" />
      </ResultMessage>
    );
  }
  return (
    <ResultMessage key="stopped" title={t('You’re unsubscribed')} icon={<Icon name="circle-check" />}>
      <p>
        {t('You won’t get the weekly summary anymore. We’ll still email you about expiring listings and payments.')}
      </p>
      {user && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={async () => setOnAgain((await toggle(true)) === undefined)}
          className="justify-self-start"
        >
          {busy ? t('Saving...') : t('Resubscribe')}
        </Button>
      )}
    </ResultMessage>
  );
}
