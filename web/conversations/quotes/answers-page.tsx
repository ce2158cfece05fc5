import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Quote } from '#contract/conversations/quotes.ts';
import { t } from '#contract/i18n/t.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { RecentDateTime } from '#web/base/ui/time.tsx';
import { CloseHere } from '#web/conversations/close-here.tsx';
import { EndedLink } from '#web/conversations/ended-link.tsx';
import { OpenedLink } from '#web/conversations/opened-link.tsx';
import { AnswerCard, isAnswered } from './answer-card.tsx';
import { QuoteConfirmation } from './quote-confirmation.tsx';
import { QuoteFacts } from './quote-facts.tsx';
import { toQuotePath } from './quote-path.ts';

export { AnswersPage as Component };

/** `/quotes/{id}`: a quote request with the answers side by side, for its customer signed in or by the link of an email. */
function AnswersPage() {
  const { id = '' } = useParams();
  return (
    <Container className="py-6 md:py-10">
      <Metadata title={t('Your quote request')} description={t('Answers to a quote request.')} path="/quotes" noindex />
      <OpenedLink>{(endedToken) => <Loaded id={id} endedToken={endedToken} />}</OpenedLink>
    </Container>
  );
}

function Loaded({ id, endedToken }: { id: string; endedToken: string | null }) {
  const { user } = useUser();
  const { data, error, refetch } = useQuery<Quote, ApiError>({
    queryKey: [toQuotePath(id)],
    refetchInterval: 20_000,
    retry: false,
  });
  if (data?.conversations.every(({ status }) => status === 'unconfirmed')) return <QuoteConfirmation quote={data} />;
  if (data) return <Answers quote={data} />;
  if (error?.status === 404 && endedToken !== null) return <EndedLink token={endedToken} />;
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

function Answers({ quote }: { quote: Quote }) {
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
          <AnswerCard key={conversation.id} conversation={conversation} />
        ))}
      </ul>
      <CloseHere />
    </article>
  );
}
