import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';

/** A listing that was not changed, and why. */
export interface Refusal {
  id: number;
  title: string;
  message: string;
}

/**
 * The listings that were not changed by an action of the kind, each with the reason, and for a move with the way to its pin and address, which
 * decide its city. A long list scrolls.
 */
export function Refusals({ kind, refusals }: { kind: BulkActionKind; refusals: Refusal[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('Listings that stay as they are')}
      // `relative`: what is hidden in it would stretch the dialog otherwise.
      className="relative grid max-h-48 gap-1.5 overflow-auto text-sm"
    >
      {refusals.map(({ id, title, message }) => (
        <li key={id} className="typed">
          <a href={`/admin/ads/${id}`} className="link font-semibold">
            {title || `#${id}`}
          </a>{' '}
          {title && <span className="text-muted">#{id}</span>}: {message}
          {kind === 'move' && (
            <>
              {' '}
              <a href={`/admin/ads/${id}#pin`} className="link">
                {rich('Edit pin and address<hidden> of {listing}</hidden>', {
                  hidden: (text) => <span className="sr-only">{text}</span>,
                  listing: title,
                })}
              </a>
            </>
          )}
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
