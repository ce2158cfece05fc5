import { PageError } from '../layout/page-error.tsx';

/** What a listing's pages show when there is no such listing, and on failure. */
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
