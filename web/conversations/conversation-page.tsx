import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { Conversation } from '#contract/conversations/conversations.ts';
import { TOPICS } from '#contract/conversations/topics.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '../app/run-mutation.ts';
import { rich } from '../i18n/rich.ts';
import { Metadata } from '../layout/metadata.tsx';
import { useUser } from '../session/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { conversationQuery, isListQuery, sendTo } from './conversation-queries.ts';
import { LabelSelect } from './label-select.tsx';
import { MessageThread } from './message-thread.tsx';
import { NoteField } from './note-field.tsx';
import { QuoteSummary } from './quotes/quote-summary.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useStoredToken } from './stored-token.ts';

const OwnReview = lazy(() => import('../reviews/own-review.tsx'));

export { ConversationPage as Component };

/** `/conversations/{id}`: a conversation, for its business signed in, and for its customer signed in or by the link of an email. */
function ConversationPage() {
  const { id = '' } = useParams();
  const token = useStoredToken(`conversation-${id}`);
  return (
    <Container className="py-6 md:py-10">
      <Metadata title={t('Conversation')} description={t('Messages with a business.')} path="/conversations" noindex />
      {token !== undefined && <LoadedConversation id={id} token={token} />}
    </Container>
  );
}

function LoadedConversation({ id, token }: { id: string; token: string | null }) {
  const { user } = useUser();
  const { data, error, refetch } = useQuery(conversationQuery(id, token));
  if (data?.status === 'unconfirmed') return <Confirmation id={id} token={token} business={data.listing.title} />;
  if (data) return <Opened conversation={data} token={token} />;
  if (error)
    return (
      <EmptyState
        as="h1"
        title={error.status === 404 ? t('We can’t find this conversation') : t('We couldn’t load this conversation')}
        action={
          error.status === 404 && user === null ? (
            <a href={`/auth?next=${encodeURIComponent(`/conversations/${id}`)}`} className={buttonClass()}>
              {t('Sign In')}
            </a>
          ) : (
            <Button onClick={() => void refetch()}>{t('Try again')}</Button>
          )
        }
      >
        {error.status === 404
          ? t(
              'Sign in with the account that takes part in it, or open the link in our latest email. Messages that nobody confirmed are deleted after 48 hours.',
            )
          : error.message}
      </EmptyState>
    );
  return <Spinner label={t('Loading the conversation…')} className="min-h-60" />;
}

/** Asks for the click that sends the message: programs that check emails open links, but press no buttons. */
function Confirmation({ id, token, business }: { id: string; token: string | null; business: string }) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const confirm = async () => {
    setState({ busy: true });
    const failure = await toFailure(t('We couldn’t send your message'), async () => {
      const sent = await sendTo<Conversation>({ id, token }, 'confirm');
      client.setQueryData(conversationQuery(id, token).queryKey, sent);
    });
    setState({ failure: failure?.message });
  };
  return (
    <EmptyState
      as="h1"
      title={t('Send your message to {business}?', { business })}
      action={
        <Button busy={state.busy ?? false} onClick={confirm}>
          {state.busy ? t('Sending...') : t('Send message')}
        </Button>
      }
    >
      <p>{t('The business gets it now, without your email address. You’ll see the answer on this page.')}</p>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {state.failure}
      </p>
    </EmptyState>
  );
}

function Opened({ conversation, token }: { conversation: Conversation; token: string | null }) {
  const { id, side, listing, customer, topic, messages, status, canChange, canWrite, phone, note } = conversation;
  const client = useQueryClient();
  const last = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is read when it is shown.
  useEffect(() => {
    void toFailure('', async () => {
      await sendTo({ id, token }, 'read');
      await client.invalidateQueries({ predicate: isListQuery });
    });
  }, [client, id, token, last]);
  const other = side === 'business' ? (customer ?? t('A former customer')) : listing.title;
  return (
    <article className="mx-auto max-w-180">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b pb-4">
        <div className="min-w-0">
          {side === 'business' && (
            <p>
              <a href="/account#messages" className="link inline-flex min-h-11 items-center">
                {t('All messages')}
              </a>
            </p>
          )}
          <h1 className="typed text-2xl sm:text-3xl">{other}</h1>
          <p className="mt-1 text-muted">
            {TOPICS[topic]} · <About side={side} listing={listing} />
          </p>
          {phone && <p className="mt-1">{rich('Phone: {phone}', { phone: <span className="typed">{phone}</span> })}</p>}
        </div>
        {canChange && (
          <div className="flex flex-wrap items-center gap-2">
            {side === 'business' && <LabelSelect conversation={conversation} />}
            <ConversationMenu conversation={conversation} token={token} />
          </div>
        )}
      </header>
      <QuoteSummary conversation={conversation} token={token} />
      <MessageThread conversation={conversation} />
      {canWrite ? (
        <ReplyForm conversation={conversation} token={token} />
      ) : (
        <p className="mt-6 rounded-field bg-pacific-wash px-4 py-3">{closedText(conversation, status)}</p>
      )}
      {side === 'business' && canChange && <NoteField conversation={conversation} />}
      {note && !canChange && (
        <p className="typed mt-8 whitespace-pre-line border-t pt-3">
          <span className="font-semibold">{t('Note:')}</span> {note}
        </p>
      )}
      {side === 'customer' && (
        <Suspense>
          <OwnReview path={`/api/conversations/${id}/review`} token={token} name={customer ?? ''} />
        </Suspense>
      )}
    </article>
  );
}

function About({ side, listing }: Pick<Conversation, 'side' | 'listing'>) {
  const page = (text: ReactNode) =>
    listing.id ? (
      <a href={`/ads/${listing.id}`} className="link">
        {text}
      </a>
    ) : (
      listing.title
    );
  return side === 'business'
    ? rich('about {listing}', { listing: page(listing.title) })
    : rich('a business on <page>this site</page>', { page });
}

function closedText({ side, stoppedBy, customer }: Conversation, status: Conversation['status']): string {
  if (status === 'held')
    return t('Someone on our team reads the last message before it goes on. You don’t need to do anything.');
  if (status === 'withheld') return t('We didn’t pass this message on. Our email says why.');
  if (stoppedBy === 'staff') return t('Our team has stopped this conversation.');
  if (stoppedBy)
    return stoppedBy === side
      ? t('You’ve stopped this conversation.')
      : t('The other side has stopped this conversation.');
  if (side === 'business' && customer === null)
    return t('This customer has deleted their account. Nobody would read an answer.');
  return t('You can read this conversation, but not write in it.');
}
