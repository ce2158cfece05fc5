import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { Quote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, fetchApi, parseResponse, send } from '../../app/api.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { rich } from '../../i18n/rich.ts';
import { Metadata } from '../../layout/metadata.tsx';
import { useUser } from '../../session/user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Container } from '../../ui/container.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RecentDateTime } from '../../ui/time.tsx';
import { toTokenHeader } from '../conversation-queries.ts';
import { storeToken, useStoredToken } from '../stored-token.ts';
import { QuoteFacts } from './quote-facts.tsx';

export { AnswersPage as Component };

const toPath = (id: string | number) => `/api/quotes/${encodeURIComponent(id)}`;

/** `/quotes/{id}`: a quote request with the answers side by side, for its customer signed in or by the link of an email. */
function AnswersPage() {
  const { id = '' } = useParams();
  const token = useStoredToken(`quote-${id}`);
  return (
    <Container className="py-6 md:py-10">
      <Metadata title={t('Your quote request')} description={t('Answers to a quote request.')} path="/quotes" noindex />
      {token !== undefined && <Loaded id={id} token={token} />}
    </Container>
  );
}

function Loaded({ id, token }: { id: string; token: string | null }) {
  const { user } = useUser();
  const { data, error, refetch } = useQuery<Quote, ApiError>({
    queryKey: [toPath(id), token],
    queryFn: async ({ signal }) =>
      (await parseResponse(await fetchApi(toPath(id), { signal, headers: toTokenHeader(token) }))) as Quote,
    refetchInterval: 20_000,
    retry: false,
  });
  if (data?.conversations.every(({ status }) => status === 'unconfirmed'))
    return <Confirmation quote={data} token={token} />;
  if (data) return <Answers quote={data} token={token} />;
  if (error)
    return (
      <EmptyState
        as="h1"
        title={error.status === 404 ? t('We can’t find this quote request') : t('We couldn’t load this quote request')}
        action={
          error.status === 404 && user === null ? (
            <a href={`/auth?next=${encodeURIComponent(`/quotes/${id}`)}`} className={buttonClass()}>
              {t('Sign In')}
            </a>
          ) : (
            <Button onClick={() => void refetch()}>{t('Try again')}</Button>
          )
        }
      >
        {error.status === 404
          ? t(
              'Sign in with the account that sent it, or open the link in our latest email. Requests that nobody confirmed are deleted after 48 hours.',
            )
          : error.message}
      </EmptyState>
    );
  return <Spinner label={t('Loading your request…')} className="min-h-60" />;
}

/** Asks for the click that sends the request: programs that check emails open links, but press no buttons. */
function Confirmation({ quote, token }: { quote: Quote; token: string | null }) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const { conversations, text } = quote;
  const count = conversations.length;
  const confirm = async () => {
    setState({ busy: true });
    const path = toPath(quote.id);
    const failure = await toFailure(t('We couldn’t send your request'), async () => {
      client.setQueryData([path, token], await send<Quote>('POST', `${path}/confirm`, {}, toTokenHeader(token)));
    });
    setState({ failure: failure?.message });
  };
  return (
    <article className="mx-auto max-w-180">
      <h1 className="text-2xl sm:text-3xl">
        {t(
          '{count, plural, one {Send your request to this business?} other {Send your request to these # businesses?}}',
          { count },
        )}
      </h1>
      <ul className="typed mt-4 grid gap-1 font-semibold">
        {conversations.map(({ id, listing }) => (
          <li key={id}>{listing.title}</li>
        ))}
      </ul>
      <p className="mt-3 text-muted">{t('Nobody else gets it, and they don’t see your email address.')}</p>
      <Card className="mt-6 p-4 sm:p-5">
        <QuoteFacts quote={quote} />
        <p className="typed mt-4 whitespace-pre-line">{text}</p>
      </Card>
      <p className="mt-6">
        <Button busy={state.busy ?? false} onClick={() => void confirm()}>
          {state.busy ? t('Sending...') : t('Send request')}
        </Button>
      </p>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {state.failure}
      </p>
    </article>
  );
}

function Answers({ quote, token }: { quote: Quote; token: string | null }) {
  const { trade, place, text, sentAt, conversations } = quote;
  const answered = conversations.filter(isAnswered).length;
  return (
    <article>
      <h1 className="text-2xl sm:text-3xl">{t('{trade} in {place}', { trade, place })}</h1>
      <p className="mt-1 text-muted">
        {rich('Asked {at}', { at: <RecentDateTime at={sentAt} /> })} ·{' '}
        {t('{answered} of {count} answered', { answered, count: conversations.length })}
      </p>
      <Card className="mt-6 p-4 sm:p-5">
        <QuoteFacts quote={quote} />
        <p className="typed mt-4 whitespace-pre-line">{text}</p>
      </Card>
      <h2 className="mt-8 text-xl">{t('Answers')}</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {conversations.map((conversation) => (
          <AnswerCard key={conversation.id} conversation={conversation} token={token} />
        ))}
      </ul>
    </article>
  );
}

type AskedBusiness = Quote['conversations'][number];

const isAnswered = ({ messages }: AskedBusiness) =>
  messages.some(({ sender, via }) => sender === 'business' && via !== 'away');

function AnswerCard({ conversation, token }: { conversation: AskedBusiness; token: string | null }) {
  const { id, listing, messages } = conversation;
  const answers = messages.filter(({ sender }) => sender === 'business');
  const answer = answers.at(-1);
  return (
    <Card as="li" className="flex flex-col p-4 sm:p-5">
      <h3 className="typed text-lg">
        {listing.id ? (
          <a href={`/ads/${listing.id}`} className="link">
            {listing.title}
          </a>
        ) : (
          listing.title
        )}
      </h3>
      {answer && (
        <p className="text-muted text-sm">
          <RecentDateTime at={answer.sentAt} />
          {answer.via === 'away' && ` · ${t('automatic answer')}`}
          {answers.length > 1 && ` · ${t('the last of {count} answers', { count: answers.length })}`}
        </p>
      )}
      <p className={`typed mt-2 grow whitespace-pre-line ${answer ? '' : 'text-muted'}`}>
        {answer?.text ?? stateText(conversation)}
      </p>
      {conversation.status !== 'unconfirmed' && (
        <p className="mt-4">
          <a
            href={`/conversations/${id}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            onClick={() => storeToken(`conversation-${id}`, token)}
          >
            {answer
              ? rich('Answer<hidden> {business}</hidden>', { hidden: toHidden, business: listing.title })
              : rich('Open<hidden> {business}</hidden>', { hidden: toHidden, business: listing.title })}
          </a>
        </p>
      )}
    </Card>
  );
}

const toHidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

function stateText({ status, stoppedBy }: AskedBusiness): string {
  if (status === 'unconfirmed') return t('Takes no messages any more, so it didn’t get your request.');
  if (status === 'held') return t('Someone on our team reads your request before this business gets it.');
  if (status === 'withheld') return t('We didn’t pass your request on. Our email says why.');
  if (status === 'stopped')
    return stoppedBy === 'customer' ? t('You’ve stopped this.') : t('Stopped without an answer.');
  return t('No answer yet.');
}
