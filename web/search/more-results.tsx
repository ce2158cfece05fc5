import { isTradeSlug } from '#contract/conversations/trade-slugs.ts';
import { t } from '#contract/i18n/t.ts';
import type { SearchSummary } from '#contract/search.ts';
import { type ListingScope, scopedPath } from '#web/base/search-box/listing-scope.ts';
import { omitParams, type SearchParams } from '#web/base/search-box/search-params.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Chips } from '#web/base/ui/chips.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { getActiveFilters } from './active-filter-names.ts';

/** After the results: broader searches, or without any results the empty state. */
export default function MoreResults({
  isEmpty,
  ...props
}: {
  isEmpty: boolean;
  search: SearchParams;
  about: SearchSummary;
  scope?: ListingScope;
}) {
  if (isEmpty) return <NoResults {...props} />;
  return (
    <Section title={t('Search a wider area')}>
      <SearchChips searches={props.about.wider} scope={props.scope} />
    </Section>
  );
}

/** The empty state of a search: broader searches, removing the filters, asking for quotes, all categories, and listing a business. */
function NoResults({ search, about, scope }: { search: SearchParams; about: SearchSummary; scope?: ListingScope }) {
  const filters = getActiveFilters(search, scope);
  const trade = about.understood.categories.map(({ slug }) => slug).find(isTradeSlug);
  return (
    <EmptyState
      as="h2"
      title={t('No exact matches')}
      action={
        <>
          {filters.length > 0 && (
            <a href={scopedPath(scope, omitParams(search, ...filters))} className={buttonClass()}>
              {filters.length === 1 ? t('Remove filter') : t('Clear filters')}
            </a>
          )}
          {trade && (
            <a
              href={`/quote?${new URLSearchParams({ trade, near: about.near?.name ?? '' })}`}
              className={buttonClass()}
            >
              {t('Get quotes')}
            </a>
          )}
          <a href="/browse" className={buttonClass({ variant: 'secondary' })}>
            {t('All kinds of business')}
          </a>
          <a href="/post-ad" className={buttonClass({ variant: 'secondary' })}>
            {t('List your business')}
          </a>
        </>
      }
    >
      {about.wider.length > 0 ? (
        <Alternatives heading={t('These searches find something:')} searches={about.wider} scope={scope} />
      ) : (
        <p>
          {t(
            'Try fewer or different words, or search a wider area. If this is your kind of business, you can list it free.',
          )}
        </p>
      )}
      {about.related.length > 0 && (
        <Alternatives heading={t('Similar kinds of business here:')} searches={about.related} scope={scope} />
      )}
    </EmptyState>
  );
}

interface Searches {
  searches: SearchSummary['wider'];
  scope: ListingScope | undefined;
}

const Alternatives = ({ heading, ...searches }: Searches & { heading: string }) => (
  <div className="mt-3 grid justify-items-center gap-3 first:mt-0">
    <p>{heading}</p>
    <SearchChips {...searches} />
  </div>
);

/** Links to other searches, each with its number of results. */
const SearchChips = ({ searches, scope }: Searches) => (
  <Chips links={searches.map(({ label, search, count }) => ({ href: scopedPath(scope, search), label, count }))} />
);
