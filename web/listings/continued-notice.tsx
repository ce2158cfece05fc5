import { useSearchParams } from 'react-router';

/** Where in its list a page begins, from the address's `cursor`: null for its beginning. */
export function useCursor(): string | null {
  return useSearchParams()[0].get('cursor');
}

/** Tells on a list's later pages that they continue it, and leads back to its beginning. */
export function ContinuedNotice({ path, to = 'the newest' }: { path: string; to?: string }) {
  return (
    <p className="mb-4 text-muted">
      Continued.{' '}
      <a href={path} className="link">
        Back to {to}
      </a>
    </p>
  );
}
