import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';

/** The `cursor` parameter of the URL, where a page of a list begins; null on the first page. */
export function useCursor(): string | null {
  return useSearchParams()[0].get('cursor');
}

/** A note on the second and later pages of a list, with a link to the first page. @param to what that shows, with its article */
export function ContinuedNotice({ path, to = t('the newest') }: { path: string; to?: string }) {
  return (
    <p className="mb-4 text-muted">
      {t('Continued.')}{' '}
      <a href={path} className="link">
        {t('Back to {to}', { to })}
      </a>
    </p>
  );
}
