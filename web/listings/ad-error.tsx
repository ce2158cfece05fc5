import { PageError } from '../layout/error-page.tsx';

/** What a listing's pages show when there is no such listing, and on failure. */
export function AdError() {
  return (
    <PageError
      missing={{
        title: 'Ad Not Found',
        text: "The ad you're looking for doesn't exist or has been removed.",
      }}
    />
  );
}
