import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { conversationQuery } from '#web/conversations/conversation-queries.ts';
import { EndedLink } from '#web/conversations/ended-link.tsx';
import { MessageConfirmation } from '#web/conversations/message-confirmation.tsx';
import { OpenedConversation } from '#web/conversations/opened-conversation.tsx';
import { OpenedLink } from '#web/conversations/opened-link.tsx';

const OwnReview = lazy(() => import('#web/reviews/own-review.tsx'));

export { ConversationPage as Component };

/** `/conversations/{id}`: a conversation, for its business signed in, and for its customer signed in or by the link of an email. */
function ConversationPage() {
  const { id = '' } = useParams();
  return (
    <Container className="py-6 md:py-10">
      <Metadata title={t('Conversation')} description={t('Messages with a business.')} path="/conversations" noindex />
      <OpenedLink>{(endedToken) => <LoadedConversation id={id} endedToken={endedToken} />}</OpenedLink>
    </Container>
  );
}

function LoadedConversation({ id, endedToken }: { id: string; endedToken: string | null }) {
  const { user } = useUser();
  const { data, error, refetch } = useQuery(conversationQuery(id));
  if (data?.status === 'unconfirmed') return <MessageConfirmation id={id} business={data.listing.title} />;
  if (data)
    return (
      <OpenedConversation
        conversation={data}
        review={
          <Suspense>
            <OwnReview path={`/api/conversations/${id}/review`} name={data.customer ?? ''} />
          </Suspense>
        }
      />
    );
  if (error?.status === 404 && endedToken !== null) return <EndedLink token={endedToken} />;
  if (error)
    return (
      <EmptyState
        as="h1"
        title={toErrorTitle(error.status, user !== null)}
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

function toErrorTitle(status: number | undefined, isSignedIn: boolean) {
  if (status !== 404) return t('We couldn’t load this conversation');
  return isSignedIn ? t('We can’t find this conversation') : t('Sign in to see this conversation');
}
