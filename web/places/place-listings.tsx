import { AdList, type AdPages, adsIn, LoadMore } from '../listings/ad-list.tsx';
import { AdRows } from '../listings/ad-row.tsx';
import { Section } from '../ui/section.tsx';

/** How many of a place's listings stand apart as its recent ones. */
const RECENT = 4;

/** The listings of a county or city: the four most recent, then all the others. */
export function PlaceListings({ list, name }: { list: AdPages; name: string }) {
  const ads = adsIn(list);
  if (!ads || ads.length <= RECENT) {
    return (
      <Section title="Recent Listings">
        <AdList list={list} empty="No recent ads available at the moment." />
      </Section>
    );
  }
  return (
    <>
      <Section title="Recent Listings">
        <AdRows ads={ads.slice(0, RECENT)} />
      </Section>
      <Section title={`More businesses in ${name}`}>
        <AdRows ads={ads.slice(RECENT)} />
        <LoadMore list={list} />
      </Section>
    </>
  );
}
