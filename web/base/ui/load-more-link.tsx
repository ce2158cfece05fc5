import { t } from '#contract/i18n/t.ts';
import { buttonClass } from './button.tsx';

/**
 * A link to the next page of a list (`href`), which works without JavaScript; with JavaScript, `onMore` loads the page in place.
 * `busy` is true while it is loading.
 */
export function LoadMoreLink({
  href,
  onMore,
  busy = false,
  label = t('Load More Ads'),
}: {
  href: string;
  onMore: () => void;
  busy?: boolean;
  label?: string;
}) {
  return (
    <p className="mt-6 text-center">
      <a
        href={href}
        aria-busy={busy || undefined}
        className={buttonClass({ variant: 'secondary' })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          if (!busy) onMore();
        }}
      >
        {busy ? t('Loading…') : label}
      </a>
    </p>
  );
}
