import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { listingPaths, queries } from '../app/queries.ts';
import { QuoteLink } from '../conversations/quotes/quote-link.tsx';
import { breadcrumbList, itemList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { PageError } from '../layout/page-error.tsx';
import { useSite } from '../layout/site.tsx';
import { CallToAction } from '../listings/call-to-action.tsx';
import { ContinuedNotice } from '../listings/continued-notice.tsx';
import { FeaturedListings } from '../listings/featured-listings.tsx';
import { sortedPath, useListPosition } from '../listings/list-position.ts';
import { getListings, ListingList, LoadMore } from '../listings/listing-list.tsx';
import { slugToName } from '../places/slug-to-name.ts';
import { RefineBar } from '../search/refine-bar.tsx';
import { RefinedListings } from '../search/refined-listings.tsx';
import { useScopedResults } from '../search/use-search-results.ts';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
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
        <>
          {!cursor && (
            <Section title={t('Featured Ads')}>
              <FeaturedListings
                listings={featuredListings}
                skeletons={3}
                empty={t('No featured ads in this category yet.')}
              />
              <LoadMore list={featured} label={t('More Featured Ads')} path="/featured" />
            </Section>
          )}
          <Section title={t('All Ads')}>
            {cursor && <ContinuedNotice path={sortedPath(path, sort)} to={t('the first ones')} />}
            <ListingList list={rest} sort={sort} empty={t('No ads available in this category yet.')} />
          </Section>
        </>
      )}
      {category && <ByCity category={category} />}
      {category && <RelatedCategories category={category} />}
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
