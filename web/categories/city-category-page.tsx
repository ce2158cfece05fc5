import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { CityCategory } from '#contract/categories.ts';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { listingPaths, queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { QuoteLink } from '#web/conversations/quotes/quote-link.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { ContinuedNotice } from '#web/listings/continued-notice.tsx';
import { FeaturedListings } from '#web/listings/featured-listings.tsx';
import { sortedPath, useListPosition } from '#web/listings/list-position.ts';
import { getListings, ListingList, LoadMore } from '#web/listings/listing-list.tsx';
import { RefineBar } from '#web/search/refine-bar.tsx';
import { RefinedListings } from '#web/search/refined-listings.tsx';
import { useScopedResults } from '#web/search/use-search-results.ts';
import { Areas, RelatedLinks } from './city-category-links.tsx';
import { getErrorTitle } from './error-title.ts';

export { CityCategoryError as ErrorBoundary, CityCategoryPage as Component };

/** `/city/{city}/{category}`: the listings of a category in a city, and links to related pages. */
function CityCategoryPage() {
  const site = useSite();
  const { city: citySlug = '', category: categorySlug = '' } = useParams();
  const position = useListPosition();
  const { cursor, sort } = position;
  const source = listingPaths.cityCategory(citySlug, categorySlug);
  const path = `/city/${citySlug}/${categorySlug}`;
  const scope = { path, search: { place: citySlug, category: categorySlug } };
  const results = useScopedResults(scope);
  const showsAll = !results.isRefined;
  const { data } = useQuery(queries.cityCategory(citySlug, categorySlug));
  const featured = useInfiniteQuery({ ...queries.featuredListingsIn(source), enabled: showsAll });
  const rest = useInfiniteQuery({ ...queries.otherListingsIn(source, position), enabled: showsAll });

  const city = data?.city.name ?? slugToName(citySlug);
  const category = data?.category.name ?? slugToName(categorySlug);
  const title = t('{category} in {city}', { category, city });
  const featuredListings = getListings(featured);
  const otherListings = getListings(rest);
  const crumbs = [
    { label: t('Home'), href: '/' },
    ...(data && data.county.name !== city ? [{ label: data.county.name, href: `/county/${data.county.slug}` }] : []),
    ...(data?.parentCity ? [{ label: data.parentCity.name, href: `/city/${data.parentCity.slug}` }] : []),
    { label: city, href: `/city/${citySlug}` },
    { label: category },
  ];
  return (
    <Container>
      <Metadata
        title={title}
        description={t(
          '{category} in {city}, California: local businesses with phone and address, featured ones first.',
          { category, city },
        )}
        path={path}
        shareImageName={title}
        jsonLd={[
          breadcrumbList(site, crumbs),
          ...(showsAll ? [itemList(site, [...(featuredListings ?? []), ...(otherListings ?? [])])] : []),
        ]}
        noindex={cursor !== null || data?.category.count === 0}
        refined={results.isRefined || sort !== null}
      />
      <PageHeading
        title={
          <span className="flex items-center gap-4">
            <Icon name={data?.category.icon ?? 'folder'} className="round-icon size-12 p-3" />
            {title}
          </span>
        }
        lead={data ? leadText(data) : <Skeleton className="h-6 w-72 max-w-full" />}
        breadcrumbs={crumbs}
      >
        <QuoteLink
          category={categorySlug}
          near={citySlug}
          listings={[featuredListings, otherListings, results.listings]}
        />
      </PageHeading>
      {data && <Areas {...data} />}
      <RefineBar scope={scope} results={results} />
      {results.isRefined ? (
        <RefinedListings results={results} />
      ) : (
        <>
          {!cursor && featuredListings?.length !== 0 && (
            <Section title={t('Featured Businesses')}>
              <FeaturedListings listings={featuredListings} skeletons={3} empty="" />
              <LoadMore list={featured} label={t('More featured businesses')} path="/featured" />
            </Section>
          )}
          <Section
            title={t('All {category} in {city}', { category, city })}
            action={<ArrowLink href={`/city/${citySlug}`}>{t('All of {city}', { city })}</ArrowLink>}
          >
            {cursor && <ContinuedNotice path={sortedPath(path, sort)} to={t('the first ones')} />}
            <ListingList list={rest} sort={sort} empty={t('No {category} in {city} yet.', { category, city })} />
          </Section>
        </>
      )}
      {data && <RelatedLinks {...data} />}
      <AdSlot
        name="category-bottom"
        page={`category.${categorySlug}.${citySlug}`}
        shape="horizontal"
        bookedOnly
        className="mt-10"
      />
      <CallToAction title={t('Is your {city} business missing?', { city })} />
    </Container>
  );
}

function leadText({ county, category: { count } }: CityCategory): string {
  return count === 0
    ? t('In {county}.', { county: placeInSentence(county) })
    : t('{count, plural, one {# business} other {# businesses}}, in {county}.', {
        count,
        county: placeInSentence(county),
      });
}

/** The error boundary of `/city/{city}/{category}`: unknown place or category, or loading failed. */
function CityCategoryError() {
  return (
    <PageError
      notFoundText={{
        title: t('Not Found'),
        text: t('We couldn’t find that category or city. You can see them all on the browse page.'),
      }}
      getErrorTitle={getErrorTitle}
    />
  );
}
