import { PageError } from '../layout/page-error.tsx';

/** The error boundary of the pages of a listing: listing not found, or loading failed. */
export function ListingError() {
  return (
    <PageError
      notFoundText={{
        title: 'Ad Not Found',
        text: "The ad you're looking for doesn't exist or has been removed.",
      }}
    />
  );
}
