import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useStoredToken } from '../../conversations/stored-token.ts';
import { Metadata } from '../../layout/metadata.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Container } from '../../ui/container.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import OwnReview, { ownReviewQuery } from '../own-review.tsx';

export { EnteredCodePage as Component };

/** `/receipt-codes/{id}`: the review of who entered a receipt code, by the link of an email or signed in. */
function EnteredCodePage() {
  const { id = '' } = useParams();
  const token = useStoredToken(`entered-code-${id}`);
  return (
    <Container className="py-6 md:py-10">
      <Metadata title="Your review" description="Your review of a business." path="/receipt-codes" noindex />
      {token !== undefined && <Loaded path={`/api/receipt-codes/${id}/review`} token={token} />}
    </Container>
  );
}

function Loaded({ path, token }: { path: string; token: string | null }) {
  const { data, error, refetch } = useQuery(ownReviewQuery(path, token));
  if (error)
    return (
      <EmptyState
        as="h1"
        title={error.status === 404 ? 'We can’t find this code' : 'We couldn’t load your review'}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.status === 404
          ? 'Open the link in our latest email. A code that nobody used for 14 days has to be entered again.'
          : error.message}
      </EmptyState>
    );
  if (!data) return <Spinner label="Loading your review…" className="min-h-60" />;
  if (!data.canWrite && !data.review)
    return (
      <EmptyState
        as="h1"
        title="This code can’t be used"
        action={
          <a href="/receipt-codes" className={buttonClass()}>
            Enter another code
          </a>
        }
      >
        It was used already, its time has passed, or you run {data.business} or a business like it.
      </EmptyState>
    );
  return (
    <div className="mx-auto max-w-180">
      <h1 className="typed text-2xl sm:text-3xl">{data.business}</h1>
      <OwnReview path={path} token={token} />
    </div>
  );
}
