import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import { AdSlot } from '#web/base/advertising/ad-slot.tsx';
import { listingPaths, queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { breadcrumbList, itemList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { QuoteLink } from '#web/conversations/quotes/quote-link.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { ContinuedNotice } from '#web/listings/continued-notice.tsx';
import { FeaturedFirst, FeaturedListings } from '#web/listings/featured-listings.tsx';
import { sortedPath, useListPosition } from '#web/listings/list-position.ts';
import { getListings, ListingList, LoadMore } from '#web/listings/listing-list.tsx';
import { RefineBar } from '#web/search/refine-bar.tsx';
import { RefinedListings } from '#web/search/refined-listings.tsx';
import { useScopedResults } from '#web/search/use-search-results.ts';
import { ByCity, RelatedCategories } from './category-links.tsx';
import { getErrorTitle } from './error-title.ts';

export { CategoryError as ErrorBoundary, CategoryPage as Component };

/** `/category/{slug}`: the listings of a category, its cities and related categories. */
function CategoryPage() {
  const site = useSite();
  const { slug = '' } = useParams();
  const position = useListPosition();
  const { cursor, sort } = position;
  const { data: category } = useQuery(queries.category(slug));
  const path = `/category/${slug}`;
  const scope = { path, search: { category: slug } };
  const results = useScopedResults(scope);
  const showsAll = !results.isRefined;
  const featured = useInfiniteQuery({ ...queries.featuredListingsIn(listingPaths.category(slug)), enabled: showsAll });
  const rest = useInfiniteQuery({
    ...queries.otherListingsIn(listingPaths.category(slug), position),
    enabled: showsAll,
  });

  const name = category?.name ?? slugToName(slug);
  const featuredListings = getListings(featured);
  const otherListings = getListings(rest);
  const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Categories'), href: '/browse' }, { label: name }];
  return (
    <Container>
      <Metadata
        title={t('{category} in Southern California', { category: name })}
        description={t(
          '{category} in Southern California: featured and new listings from all eight counties, with phone and address.',
          { category: name },
        )}
        path={path}
        shareImageName={name}
        feeds
        jsonLd={[
          breadcrumbList(site, crumbs),
          ...(showsAll ? [itemList(site, [...(featuredListings ?? []), ...(otherListings ?? [])])] : []),
        ]}
        noindex={cursor !== null || (featuredListings?.length === 0 && otherListings?.length === 0)}
        refined={results.isRefined || sort !== null}
      />
      <PageHeading
        title={
          <span className="flex items-center gap-4">
            <Icon name={category?.icon ?? 'folder'} className="round-icon size-12 p-3" />
            {name}
          </span>
        }
        lead={
          showsAll
            ? t('Businesses across Southern California, featured ones first.')
            : t('Businesses across Southern California.')
        }
        breadcrumbs={crumbs}
      >
        <QuoteLink category={slug} listings={[featuredListings, otherListings, results.listings]} />
      </PageHeading>
      <RefineBar scope={scope} results={results} choose="place" choices={category?.cities} />
      {results.isRefined ? (
        <RefinedListings results={results} />
      ) : (
        <FeaturedFirst
          listings={featuredListings}
          section={
            !cursor && (
              <Section title={t('Featured Ads')}>
                <FeaturedListings
                  listings={featuredListings}
                  skeletons={3}
                  empty={t('No featured ads in this category yet.')}
                />
                <LoadMore list={featured} label={t('More featured businesses')} path="/featured" />
              </Section>
            )
          }
        >
          <Section title={t('All Ads')}>
            {cursor && <ContinuedNotice path={sortedPath(path, sort)} to={t('the first ones')} />}
            <ListingList list={rest} sort={sort} empty={t('No ads available in this category yet.')} />
          </Section>
        </FeaturedFirst>
      )}
      {category && <ByCity category={category} />}
      {category && <RelatedCategories category={category} />}
      <AdSlot name="category-bottom" page={`category.${slug}`} shape="horizontal" bookedOnly className="mt-10" />
      <CallToAction />
    </Container>
  );
}

/** The error boundary of `/category/{slug}`: unknown category, or loading failed. */
function CategoryError() {
  return (
    <PageError
      notFoundText={{
        title: t('Category Not Found'),
        text: t('We couldn’t find that category. See all 22 categories on the browse page.'),
      }}
      getErrorTitle={getErrorTitle}
    />
  );
}
