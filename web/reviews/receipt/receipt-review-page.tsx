import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Metadata } from '../../layout/metadata.tsx';
import { RequireUser } from '../../session/require-user.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Container } from '../../ui/container.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import OwnReview, { ownReviewQuery } from '../own-review.tsx';

export { ReceiptReviewPage as Component };

/** `/review/{listing}`: the review of a signed-in customer who shows a receipt. */
function ReceiptReviewPage() {
  const { id = '' } = useParams();
  const loading = <Spinner label="Loading your review…" className="min-h-60" />;
  return (
    <Container className="py-6 md:py-10">
      <Metadata
        title="Review a business with a receipt"
        description="Show us a receipt of a business, and review it."
        path={`/review/${id}`}
        noindex
      />
      <RequireUser loading={loading}>{() => <Loaded id={id} />}</RequireUser>
    </Container>
  );
}

function Loaded({ id }: { id: string }) {
  const path = `/api/ads/${id}/review`;
  const { data, error, refetch } = useQuery(ownReviewQuery(path, null));
  if (error)
    return (
      <EmptyState
        as="h1"
        title={error.status === 404 ? 'This business can’t be reviewed' : 'We couldn’t load your review'}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.status === 404 ? 'It isn’t listed any more, or nobody has claimed its listing yet.' : error.message}
      </EmptyState>
    );
  if (!data) return <Spinner label="Loading your review…" className="min-h-60" />;
  if (!data.canWrite && !data.review)
    return (
      <EmptyState
        as="h1"
        title="You can’t review this business"
        action={
          <a href="/account" className={buttonClass()}>
            Open your account
          </a>
        }
      >
        Your email address isn’t confirmed yet, or you run {data.business} or a business like it.
      </EmptyState>
    );
  return (
    <div className="mx-auto max-w-180">
      <h1 className="typed text-2xl sm:text-3xl">{data.business}</h1>
      <OwnReview path={path} token={null} needsReceipt />
    </div>
  );
}
