import { PageError } from '../layout/page-error.tsx';
import { useUser } from '../session/user.ts';

/** The error boundary of the pages of a listing: listing not found, or loading failed. */
export function ListingError() {
  const { user } = useUser();
  return (
    <PageError
      notFoundText={{
        title: 'Ad Not Found',
        text: "The ad you're looking for doesn't exist or has been removed.",
        note: user && (
          <>
            If it’s your listing, it may have expired or be paused.{' '}
            <a href="/account" className="link">
              Check your account
            </a>
          </>
        ),
      }}
    />
  );
}
