import type { Ad } from '#contract/listings.ts';
import { AdList, type AdPages, adsIn, LoadMore } from '../listings/ad-list.tsx';
import { AdRows } from '../listings/ad-row.tsx';
import { Continued } from '../listings/continued.tsx';
import { FeaturedAds } from '../listings/featured-ads.tsx';
import { Section } from '../ui/section.tsx';

/** How many of a place's listings are featured, and how many stand apart as its recent ones. */
const FEATURED = 4;
const RECENT = 4;

/**
 * The listings of a county or city: the featured ones, the four most recent, then all the others.
 * @param featured undefined while they are loading
 * @param cursor where `list` begins when it is not its first page, which then stands alone
 * @param path the place's own page
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
  featured: Ad[] | undefined;
  list: AdPages;
}) {
  const ads = adsIn(list);
  const isLong = cursor === null && ads && ads.length > RECENT;
  return (
    <>
      {cursor === null && (
        <Section title="Featured Businesses">
          <FeaturedAds ads={featured} skeletons={FEATURED} empty="No featured ads available at the moment." wide />
        </Section>
      )}
      <Section title="Recent Listings">
        {cursor !== null && <Continued path={path} />}
        {isLong ? (
          <AdRows ads={ads.slice(0, RECENT)} />
        ) : (
          <AdList list={list} empty="No recent ads available at the moment." />
        )}
      </Section>
      {isLong && (
        <Section title={`More businesses in ${name}`}>
          <AdRows ads={ads.slice(RECENT)} />
          <LoadMore list={list} />
        </Section>
      )}
    </>
  );
}
