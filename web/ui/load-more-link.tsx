import { buttonClass } from './button.tsx';

/**
 * The way to the rest of a list. A link to the page that shows it (`href`), so that it works without JavaScript; with
 * JavaScript `onMore` loads it in place. Say in `busy` that it is on its way.
 */
export function LoadMoreLink({
  href,
  onMore,
  busy = false,
  label = 'Load More Ads',
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
        {busy ? 'Loading…' : label}
      </a>
    </p>
  );
}
