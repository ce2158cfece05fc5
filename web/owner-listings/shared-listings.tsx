import { t } from '#contract/i18n/t.ts';
import type { SharedListing } from '#contract/ownership/members.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { OWN_LISTINGS_PAGE_SIZE } from '#web/base/session/own-listing-queries.ts';
import type { ListingActionMenuProps } from './listing-action-menu.tsx';
import { OwnListingsTable } from './own-listings-table.tsx';

/** The API's first page of the listings that the user helps with. */
export const SHARED_LISTINGS_PATH = `/api/user/shared-ads?limit=${OWN_LISTINGS_PAGE_SIZE}`;

/** The listings of businesses that the user helps, marked with the role. Renders nothing where there are none, or they fail to load. */
export function SharedListings(actions: Omit<ListingActionMenuProps, 'listing'>) {
  const list = useCursorPages<SharedListing>(SHARED_LISTINGS_PATH, OWN_LISTINGS_PAGE_SIZE);
  if (!list.rows || list.rows.length === 0) return null;
  return (
    <div className="mt-8">
      <h3 className="mb-3 text-lg">{t('Listings you help with')}</h3>
      <PaginatedList
        list={list}
        itemsLabel={t('listings')}
        errorTitle={t('We couldn’t load these listings')}
        empty={t('None')}
      >
        {(rows) => (
          <OwnListingsTable caption={t('Listings you help with')} listings={rows} busy={list.isFetching} {...actions} />
        )}
      </PaginatedList>
    </div>
  );
}
