import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { CursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { OwnListingsTable } from './own-listings-table.tsx';

/** The deleted listings that can still be restored, collapsed. */
export function DeletedListings({
  list,
  ...actions
}: { list: CursorPages<OwnerListing> } & Pick<Parameters<typeof OwnListingsTable>[0], 'pending' | 'onAction'>) {
  if (!list.rows || list.rows.length === 0) return null;
  return (
    <Disclosure
      summary={t('Deleted ({count})', { count: `${list.rows.length}${list.onNext ? '+' : ''}` })}
      className="mt-4"
    >
      <PaginatedList
        list={list}
        itemsLabel={t('deleted listings')}
        errorTitle={t('We couldn’t load your deleted listings')}
        empty={t('None')}
      >
        {(rows) => (
          <OwnListingsTable caption={t('Deleted listings')} listings={rows} {...actions} busy={list.isFetching} />
        )}
      </PaginatedList>
    </Disclosure>
  );
}
