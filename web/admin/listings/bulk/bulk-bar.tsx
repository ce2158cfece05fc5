import { useState } from 'react';
import { BULK_ACTION_KINDS, type BulkActionKind, MAX_BULK_LISTINGS } from '#contract/admin/bulk-actions.ts';
import type { AdminListing } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';
import { useListingsExport } from '#web/admin/listings/use-listings-export.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { KIND_TEXTS } from './kinds.ts';
import { type Refusal, Refusals } from './refusals.tsx';

/** What can be done with the selected listings, and which of the last ones were not changed. */
export function BulkBar({ selected, onClear }: { selected: AdminListing[]; onClear: () => void }) {
  const [kind, setKind] = useState<BulkActionKind | null>(null);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const { isExporting, exportListings } = useListingsExport();
  const tooMany = selected.length > MAX_BULK_LISTINGS;
  return (
    <div className="grid min-w-0 grow gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <p role="status" className="text-muted text-sm">
          {selected.length === 0
            ? t('Select listings to change several at once.')
            : tooMany
              ? t(
                  '{count, plural, one {# listing selected} other {# listings selected}}. You can change {max} at once.',
                  {
                    count: selected.length,
                    max: MAX_BULK_LISTINGS,
                  },
                )
              : t('{count, plural, one {# listing selected} other {# listings selected}}', { count: selected.length })}
        </p>
        {selected.length > 0 && (
          <>
            {BULK_ACTION_KINDS.map((value) => (
              <Button key={value} variant="secondary" size="sm" disabled={tooMany} onClick={() => setKind(value)}>
                {KIND_TEXTS[value].button}
              </Button>
            ))}
            <Button
              variant="secondary"
              size="sm"
              disabled={tooMany}
              busy={isExporting}
              onClick={() => exportListings(new URLSearchParams({ ids: selected.map(({ id }) => id).join(',') }))}
            >
              {t('Export selected')}
            </Button>
            <Button variant="ghost" size="sm" onClick={onClear}>
              {t('Clear selection')}
            </Button>
          </>
        )}
      </div>
      {kind && (
        <BulkDialog
          kind={kind}
          listings={selected}
          onClose={() => setKind(null)}
          onDone={(refused) => {
            setKind(null);
            setRefusals(refused);
            onClear();
          }}
        />
      )}
      {refusals.length > 0 && (
        <section aria-label={t('Not changed')} className="grid gap-2 rounded-card border bg-card p-4">
          <p className="flex items-center gap-2 font-semibold">
            <Icon name="circle-alert" className="size-5 shrink-0 text-danger" />
            {t('{count, plural, one {# listing not changed} other {# listings not changed}}', {
              count: refusals.length,
            })}
          </p>
          <Refusals refusals={refusals} />
          <p>
            <Button variant="ghost" size="sm" onClick={() => setRefusals([])}>
              {t('Dismiss')}
            </Button>
          </p>
        </section>
      )}
    </div>
  );
}
