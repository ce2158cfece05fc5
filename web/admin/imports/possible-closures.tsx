import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ClosureToDecide } from '#contract/imports/imports.ts';
import { invalidateAdminQueries, showActionFailure } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { ListingName } from '#web/admin/listing-name.tsx';
import { send } from '#web/base/api/api.ts';
import type { CursorPages } from '#web/base/api/use-cursor-pages.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { toast } from '#web/base/ui/toast.tsx';

/** Listings that their source no longer has, to be hidden or kept. */
export function PossibleClosures({ closures }: { closures: CursorPages<ClosureToDecide> }) {
  const client = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [pending, setPending] = useState<'hide' | 'keep' | null>(null);
  const ids = (closures.rows ?? []).map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id));

  const decide = async (verb: 'hide' | 'keep') => {
    setPending(verb);
    try {
      const { message } = await send<{ message: string }>('POST', `${ADMIN_API_PREFIX}possible-closures/${verb}`, {
        ids: chosen,
      });
      toast({ title: message, tone: 'success' });
      setSelected(new Set());
    } catch (error) {
      showActionFailure(client, error);
    } finally {
      invalidateAdminQueries(client);
      setPending(null);
    }
  };

  const toggle = (id: number) =>
    setSelected(new Set(selected.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id]));
  const selectColumn: Column<ClosureToDecide> = {
    heading: t('Select'),
    cell: ({ id, listing }) => (
      <label className="flex size-11 items-center justify-center">
        <input
          type="checkbox"
          className="size-5 accent-pacific"
          checked={selected.has(id)}
          onChange={() => toggle(id)}
        />
        <span className="sr-only">{listing.title}</span>
      </label>
    ),
    className: 'as-table:w-0',
  };
  return (
    <>
      {ids.length > 0 && (
        <div className="mb-3 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setSelected(new Set(chosen.length === ids.length ? [] : ids))}
          >
            {chosen.length === ids.length ? t('Select none') : t('Select all on this page')}
          </Button>
          <Button
            variant="danger"
            size="sm"
            busy={pending === 'hide'}
            disabled={chosen.length === 0 || pending !== null}
            onClick={() => decide('hide')}
          >
            {t('Hide selected')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            busy={pending === 'keep'}
            disabled={chosen.length === 0 || pending !== null}
            onClick={() => decide('keep')}
          >
            {t('Keep selected')}
          </Button>
        </div>
      )}
      <PaginatedTable
        list={closures}
        itemsLabel={t('listings')}
        errorTitle={t('Failed to fetch listings')}
        empty={t('No listings to decide.')}
        caption={t('Listings that may have closed, newest first')}
        columns={[selectColumn, ...closureColumns]}
        rowKey={({ id }) => id}
      />
    </>
  );
}

const closureColumns: Column<ClosureToDecide>[] = [
  {
    heading: t('Listing'),
    cell: ({ listing }) => <ListingName listing={listing}>{listing.city}</ListingName>,
    className: 'as-table:w-1/3',
  },
  { heading: t('Source'), cell: ({ title }) => <span className="typed">{title}</span> },
  { heading: t('Date'), cell: ({ date }) => date },
  { heading: t('Reason'), cell: ({ reason }) => (reason === 'closed' ? t('Listed as closed') : t('No longer listed')) },
];
