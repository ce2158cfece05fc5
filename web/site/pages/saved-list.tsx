import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { ListingRowSkeletons, ListingRows } from '#web/listings/listing-rows.tsx';
import { loadSavedStore } from '#web/saved/use-saved-ids.ts';

/** A page of the saved listings as rows, and below them a notice about those that are no longer public. */
export function SavedList({ ids }: { ids: readonly number[] }) {
  const { data, error, isPlaceholderData, refetch } = useQuery<Page<Listing>, ApiError>({
    queryKey: [`/api/ads?ids=${ids}`],
    placeholderData: keepPreviousData,
  });
  if (!data && error) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{t('We couldn’t load your saved listings. They’re still saved.')}</p>
        <Button variant="secondary" onClick={() => refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  }
  if (!data) return <ListingRowSkeletons count={Math.min(ids.length, 4)} />;
  // The previous rows stay while new ones load, except those that were removed.
  const listings = data.items.filter(({ id }) => ids.includes(id));
  const unavailableIds = isPlaceholderData ? [] : ids.filter((id) => !listings.some((listing) => listing.id === id));
  return (
    <>
      {listings.length > 0 && <ListingRows listings={listings} />}
      {unavailableIds.length > 0 && <UnavailableListings ids={unavailableIds} />}
    </>
  );
}

/** A notice about saved listings that are no longer public, with a button that removes them. */
function UnavailableListings({ ids }: { ids: number[] }) {
  const client = useQueryClient();
  const remove = async (idsToRemove: number[]) => {
    const { removeUnavailable } = await loadSavedStore();
    for (const id of idsToRemove) if (!(await removeUnavailable(client, id))) return;
  };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-dashed px-4 py-3">
      <p>
        {rich(
          '<b>No longer listed: </b>{count, plural, one {a listing that you saved. It may be back later.} other {# listings that you saved. It may be back later.}}',
          { count: ids.length, b: (text) => <strong className="font-semibold">{text}</strong> },
        )}
      </p>
      <Button variant="secondary" size="sm" onClick={() => remove(ids)}>
        <Icon name="trash-2" />
        {t('Remove')}
      </Button>
    </div>
  );
}
