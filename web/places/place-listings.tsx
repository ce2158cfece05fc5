import type { Listing } from '#contract/listings.ts';
import { ContinuedNotice } from '../listings/continued-notice.tsx';
import { FeaturedListings } from '../listings/featured-listings.tsx';
import { getListings, ListingList, type ListingPages, LoadMore } from '../listings/listing-list.tsx';
import { ListingRows } from '../listings/listing-rows.tsx';
import { Section } from '../ui/section.tsx';

/** The number of placeholders for featured listings, and of listings in the section of recent ones. */
const FEATURED_COUNT = 4;
const RECENT_COUNT = 4;

/**
 * The listings of a county or city: the featured ones, the four most recent, then all the others.
 * @param featured undefined while they are loading
 * @param cursor the cursor of `list`, or null on its first page; later pages have no other sections
 * @param path the path of the place's page
 */
export function PlaceListings({
  name,
  path,
  cursor,
  featured,
  list,
}: {
  name: string;
  path: string;
  cursor: string | null;
  featured: Listing[] | undefined;
  list: ListingPages;
}) {
  const listings = getListings(list);
  const isLong = cursor === null && listings && listings.length > RECENT_COUNT;
  return (
    <>
      {cursor === null && (
        <Section title="Featured Businesses">
          <FeaturedListings
            listings={featured}
            skeletons={FEATURED_COUNT}
            empty="No featured ads available at the moment."
            wide
          />
        </Section>
      )}
      <Section title="Recent Listings">
        {cursor !== null && <ContinuedNotice path={path} />}
        {isLong ? (
          <ListingRows listings={listings.slice(0, RECENT_COUNT)} />
        ) : (
          <ListingList list={list} empty="No recent ads available at the moment." />
        )}
      </Section>
      {isLong && (
        <Section title={`More businesses in ${name}`}>
          <ListingRows listings={listings.slice(RECENT_COUNT)} />
          <LoadMore list={list} />
        </Section>
      )}
    </>
  );
}
