import { useSearchParams } from 'react-router';

/** The `cursor` parameter of the URL, where a page of a list begins; null on the first page. */
export function useCursor(): string | null {
  return useSearchParams()[0].get('cursor');
}

/** A note on the second and later pages of a list, with a link to the first page. */
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
