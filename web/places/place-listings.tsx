import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { ListPosition } from '#web/base/api/queries.ts';
import { Section } from '#web/base/ui/section.tsx';
import { ContinuedNotice } from '#web/listings/continued-notice.tsx';
import { FeaturedFirst, FeaturedListings } from '#web/listings/featured-listings.tsx';
import { sortedPath } from '#web/listings/list-position.ts';
import { ListingList, type ListingPages, NoListings } from '#web/listings/listing-list.tsx';
import { ListingRowSkeletons, ListingRows } from '#web/listings/listing-rows.tsx';

/** The number of placeholders for featured listings, and of recent listings. */
const FEATURED_COUNT = 4;
const RECENT_COUNT = 4;

/**
 * The listings of a county or city: the featured ones, those of the four newest that somebody posted, then all. A section without any stands
 * below.
 * @param place its name, as in a sentence
 * @param featured undefined while they are loading
 * @param recent undefined while they are loading
 * @param position the order of `list` and its beginning; later pages, and the newest first, have no other sections
 * @param path the path of the place's page
 */
export function PlaceListings({
  place,
  path,
  position: { cursor, sort },
  featured,
  recent,
  list,
}: {
  place: string;
  path: string;
  position: ListPosition;
  featured: Listing[] | undefined;
  recent: Listing[] | undefined;
  list: ListingPages;
}) {
  const isWhole = cursor === null;
  const hasRecent = isWhole && sort === null;
  const isLong = !hasRecent || (recent?.length ?? 0) === RECENT_COUNT;
  // Those of an import are as new as the import.
  const posted = recent?.filter((listing) => listing.posted);
  const recentSection = hasRecent && (
    <Section title={t('Recent Listings')}>
      {!posted && <ListingRowSkeletons count={RECENT_COUNT} />}
      {posted?.length === 0 && <NoListings title={t('No recent ads available at the moment.')} />}
      {posted && posted.length > 0 && <ListingRows listings={posted} />}
    </Section>
  );
  const isRecentLast = posted?.length === 0 && recent?.length !== 0;
  return (
    <FeaturedFirst
      listings={featured}
      section={
        isWhole && (
          <Section title={t('Featured Businesses')}>
            <FeaturedListings
              listings={featured}
              skeletons={FEATURED_COUNT}
              empty={t('No featured ads available at the moment.')}
              wide
            />
          </Section>
        )
      }
    >
      {!isRecentLast && recentSection}
      {(isLong || isRecentLast) && (
        <Section title={t('All businesses in {place}', { place })} id="all">
          {!isWhole && <ContinuedNotice path={sortedPath(path, sort)} to={t('the first ones')} />}
          <ListingList list={list} sort={sort} empty={t('No recent ads available at the moment.')} />
        </Section>
      )}
      {isRecentLast && recentSection}
    </FeaturedFirst>
  );
}
