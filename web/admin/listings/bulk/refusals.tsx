import { t } from '#contract/i18n/t.ts';

/** A listing that was not changed, and why. */
export interface Refusal {
  id: number;
  title: string;
  message: string;
}

/** The listings that were not changed, each with the reason. A long list scrolls. */
export function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('Listings that stay as they are')}
      className="grid max-h-48 gap-1.5 overflow-auto text-sm"
    >
      {refusals.map(({ id, title, message }) => (
        <li key={id} className="typed">
          <span className="font-semibold">{title}</span> <span className="text-muted">#{id}</span>: {message}
        </li>
      ))}
    </ul>
  );
}

/** The refusals among results, with the titles of the listings. */
export const toRefusals = (
  results: { id: number; message: string | null }[],
  listings: { id: number; title: string }[],
): Refusal[] =>
  results.flatMap(({ id, message }) =>
    message === null ? [] : [{ id, title: listings.find((listing) => listing.id === id)?.title ?? '', message }],
  );
