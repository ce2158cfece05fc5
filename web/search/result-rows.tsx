import { t } from '#contract/i18n/t.ts';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { ListingRows } from '#web/listings/listing-rows.tsx';

/**
 * Search results as rows: first the sponsored ones, labeled as such, then the others in the order of the API.
 * @param asksOpen whether those that are open are searched, so that unknown hours are named
 * @param highlightedId the listing whose row is highlighted, because the pointer is over its pin on the map
 */
export function ResultRows({
  listings,
  near,
  asksOpen,
  highlightedId,
}: {
  listings: FoundListing[];
  near: SearchSummary['near'] | undefined;
  asksOpen?: boolean;
  highlightedId?: number;
}) {
  const sponsored = listings.filter((listing) => listing.sponsored);
  const props = { origin: near?.name, asksOpen, highlightedId };
  const others = listings.filter((listing) => !listing.sponsored);
  return (
    <>
      {sponsored.length > 0 && (
        <section aria-labelledby="sponsored" className="mb-4">
          <h2 id="sponsored" className="sr-only">
            {t('Sponsored results')}
          </h2>
          <details className="text-muted text-sm">
            <summary className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
              {t('Paid placement')}
              <Icon name="info" />
            </summary>
            <p className="max-w-measure pb-3">
              {t(
                'These businesses match your search and pay to appear first. There are three at most, and no one can pay for a spot in the results below.',
              )}
            </p>
          </details>
          <ListingRows listings={sponsored} {...props} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="results">
          <h2 id="results" className="sr-only">
            {t('Results')}
          </h2>
          <ListingRows listings={others} {...props} />
        </section>
      )}
    </>
  );
}
