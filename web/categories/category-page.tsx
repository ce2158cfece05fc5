import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { CategoryPage as Category } from '#contract/categories.ts';
import { listingPaths, queries } from '../app/queries.ts';
import { breadcrumbList, itemList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { PageError } from '../layout/page-error.tsx';
import { useSite } from '../layout/site.tsx';
import { CallToAction } from '../listings/call-to-action.tsx';
import { ContinuedNotice, useCursor } from '../listings/continued-notice.tsx';
import { FeaturedListings } from '../listings/featured-listings.tsx';
import { getListings, ListingList, LoadMore } from '../listings/listing-list.tsx';
import { slugToName } from '../places/slug-to-name.ts';
import { RefineBar } from '../search/refine-bar.tsx';
import { RefinedListings } from '../search/refined-listings.tsx';
import { useScopedResults } from '../search/use-search-results.ts';
import { Chips } from '../ui/chips.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';

export { CategoryError as ErrorBoundary, CategoryPage as Component };

/** `/category/{slug}`: the listings of a category, its cities and related categories. */
function CategoryPage() {
  const site = useSite();
  const { slug = '' } = useParams();
  const cursor = useCursor();
  const { data: category } = useQuery(queries.category(slug));
  const path = `/category/${slug}`;
  const scope = { path, search: { category: slug } };
  const results = useScopedResults(scope);
  const showsAll = !results.isRefined;
  const featured = useInfiniteQuery({ ...queries.featuredListingsIn(listingPaths.category(slug)), enabled: showsAll });
  const rest = useInfiniteQuery({ ...queries.otherListingsIn(listingPaths.category(slug), cursor), enabled: showsAll });

  const name = category?.name ?? slugToName(slug);
  const featuredListings = getListings(featured);
  const otherListings = getListings(rest);
  const crumbs = [{ label: 'Home', href: '/' }, { label: 'Categories', href: '/browse' }, { label: name }];
  return (
    <Container>
      <Metadata
        title={`${name} in Southern California`}
        description={`${name} in Southern California: featured and new listings from all eight counties, with phone and address.`}
        path={path}
        shareImageName={name}
        feeds
        jsonLd={[
          breadcrumbList(site, crumbs),
          ...(showsAll ? [itemList(site, [...(featuredListings ?? []), ...(otherListings ?? [])])] : []),
        ]}
        noindex={cursor !== null || (featuredListings?.length === 0 && otherListings?.length === 0)}
        refined={results.isRefined}
      />
      <PageHeading
        title={
          <span className="flex items-center gap-4">
            <Icon name={category?.icon ?? 'folder'} className="round-icon size-12 p-3" />
            {name}
          </span>
        }
        lead={`From all over Southern California${showsAll ? ', featured ones first' : ''}.`}
        breadcrumbs={crumbs}
      />
      <RefineBar scope={scope} results={results} choose="place" choices={category?.cities} />
      {results.isRefined ? (
        <RefinedListings results={results} />
      ) : (
        <>
          {!cursor && (
            <Section title="Featured Ads">
              <FeaturedListings
                listings={featuredListings}
                skeletons={3}
                empty="No featured ads in this category yet."
              />
              <LoadMore list={featured} label="More Featured Ads" path="/featured" />
            </Section>
          )}
          <Section title="All Ads">
            {cursor && <ContinuedNotice path={path} />}
            <ListingList list={rest} empty="No ads available in this category yet." />
          </Section>
        </>
      )}
      {category && <ByCity category={category} />}
      {category && <RelatedCategories category={category} />}
      <CallToAction />
    </Container>
  );
}

function ByCity({ category: { name, slug, cities } }: { category: Category }) {
  if (cities.length === 0) return null;
  return (
    <Section title={`${name} by city`}>
      <Chips
        links={cities.map((city) => ({ href: `/city/${city.slug}/${slug}`, label: city.name, count: city.count }))}
      />
    </Section>
  );
}

/** Links to related categories; for a category without listings only those that have some. */
function RelatedCategories({ category: { count, parent, related } }: { category: Category }) {
  const relatives = [...(parent ? [parent] : []), ...related].filter((relative) => count > 0 || relative.count > 0);
  if (relatives.length === 0) return null;
  return (
    <Section title="Related Categories">
      <Chips
        links={relatives.map(({ name, slug, icon, count }) => ({
          href: `/category/${slug}`,
          label: (
            <>
              <Icon name={icon} />
              {name}
            </>
          ),
          count,
        }))}
      />
    </Section>
  );
}

/** The error boundary of `/category/{slug}`: unknown category, or loading failed. */
function CategoryError() {
  return (
    <PageError
      notFoundText={{
        title: 'Category Not Found',
        text: 'There is no such category. All 22, and what lies in them, are on the browse page.',
      }}
      errorTitle="Failed to fetch ads"
    />
  );
}
