import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { ListingBadges } from '../listings/listing-badges.tsx';
import { ListingRows } from '../listings/listing-rows.tsx';
import { OpeningStatus } from '../opening-hours/opening-status.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { milesLabel } from './labels.ts';

/**
 * Search results as rows: first the sponsored ones, labeled as such, then the others in the order of the API.
 * @param highlightedId the listing whose row is highlighted, because the pointer is over its pin on the map
 */
export function ResultRows({
  listings,
  near,
  highlightedId,
}: {
  listings: FoundListing[];
  near: SearchSummary['near'] | undefined;
  highlightedId?: number;
}) {
  const sponsored = listings.filter((listing) => listing.sponsored);
  const others = listings.filter((listing) => !listing.sponsored);
  const badges = (listing: FoundListing) => (
    <>
      {listing.id === highlightedId && <span hidden className="pointed" />}
      {listing.sponsored && <Badge tone="accent">Sponsored</Badge>}
      <ListingBadges listing={listing.sponsored ? { ...listing, isFeatured: false } : listing} />
      {listing.miles !== null && (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <Icon name="map-pin" />
          {milesLabel(listing.miles)}
          {near && <span className="sr-only">{` from ${near.name}`}</span>}
        </span>
      )}
    </>
  );
  const note = ({ hours }: FoundListing) => hours && <OpeningStatus hours={hours} className="mt-1" />;
  return (
    <>
      {sponsored.length > 0 && (
        <section
          aria-labelledby="sponsored"
          className="mb-6 rounded-card border bg-card px-4 pt-1 [&_.listing-rows]:border-b-0"
        >
          <h2 id="sponsored" className="sr-only">
            Sponsored results
          </h2>
          <details className="text-muted text-sm">
            <summary className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
              Paid placement
              <Icon name="info" />
            </summary>
            <p className="max-w-measure pb-3">
              These businesses match your search and pay to stand first, three at most. Nobody can pay for a place below
              them.
            </p>
          </details>
          <ListingRows listings={sponsored} badges={badges} note={note} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="results">
          <h2 id="results" className="sr-only">
            Results
          </h2>
          <ListingRows listings={others} badges={badges} note={note} />
        </section>
      )}
    </>
  );
}
