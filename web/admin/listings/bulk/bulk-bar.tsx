import { type ReactNode, useState } from 'react';
import { BULK_ACTION_KINDS, type BulkActionKind, MAX_BULK_JOB_LISTINGS } from '#contract/admin/bulk-actions.ts';
import { MAX_EXPORTED_IDS } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';
import { useListingsExport } from '#web/admin/listings/use-listings-export.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { FeatureButton } from './feature-button.tsx';
import { KIND_TEXTS } from './kinds.ts';
import { type Refusal, Refusals } from './refusals.tsx';
import { RunningAction } from './running-action.tsx';
import type { Selected, Selection } from './use-selection.ts';

/** What can be done with the selected listings, and which of the last ones were not changed. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { selected, count, onPage, clear } = selection;
  const [kind, setKind] = useState<BulkActionKind | null>(null);
  const [refused, setRefused] = useState<{ kind: BulkActionKind; refusals: Refusal[] } | null>(null);
  const [runningId, setRunningId] = useState<number | null>(null);
  const { isExporting, exportListings } = useListingsExport();
  const tooMany = count > MAX_BULK_JOB_LISTINGS;
  const exported = toExport(selected);
  return (
    <div className="grid min-w-0 grow gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        {children}
        <p role="status" className="text-muted text-sm">
          {count === 0
            ? t('Select listings to change several at once.')
            : tooMany
              ? t(
                  '{count, plural, one {# listing selected} other {# listings selected}}. You can change {max, number} at once.',
                  { count, max: MAX_BULK_JOB_LISTINGS },
                )
              : t('{count, plural, one {# listing selected} other {# listings selected}}', { count })}
          {count > onPage &&
            ` (${t('{count, plural, one {# on another page} other {# on other pages}}', { count: count - onPage })})`}
        </p>
        {count > 0 && (
          <>
            {BULK_ACTION_KINDS.map((value) => (
              <Button key={value} variant="secondary" size="sm" disabled={tooMany} onClick={() => setKind(value)}>
                {KIND_TEXTS[value].button}
              </Button>
            ))}
            <FeatureButton
              selected={selected}
              onDone={(refusals) => {
                setRefused({ kind: 'show', refusals });
                clear();
              }}
            />
            {exported && (
              <Button variant="secondary" size="sm" busy={isExporting} onClick={() => exportListings(exported)}>
                {t('Export selected')}
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={clear}>
              {t('Clear selection')}
            </Button>
          </>
        )}
      </div>
      {kind && (
        <BulkDialog
          kind={kind}
          selected={selected}
          count={count}
          onClose={() => setKind(null)}
          onDone={(refusals) => {
            setKind(null);
            setRefused({ kind, refusals });
            clear();
          }}
          onStarted={(id) => {
            setKind(null);
            setRunningId(id);
            clear();
          }}
        />
      )}
      {runningId !== null && <RunningAction id={runningId} onClose={() => setRunningId(null)} />}
      {refused && refused.refusals.length > 0 && <NotChanged {...refused} onDismiss={() => setRefused(null)} />}
    </div>
  );
}

/** The query of an export of the selected listings; undefined for a selection that none describes. */
function toExport(selected: Selected): URLSearchParams | undefined {
  if ('filter' in selected) return selected.except.length === 0 ? new URLSearchParams(selected.filter) : undefined;
  if (selected.listings.length > MAX_EXPORTED_IDS) return;
  return new URLSearchParams({ ids: selected.listings.map(({ id }) => id).join(',') });
}

function NotChanged({
  kind,
  refusals,
  onDismiss,
}: {
  kind: BulkActionKind;
  refusals: Refusal[];
  onDismiss: () => void;
}) {
  return (
    <section aria-label={t('Not changed')} className="grid gap-2 rounded-card border bg-card p-4">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="circle-alert" className="size-5 shrink-0 text-danger" />
        {t('{count, plural, one {# listing not changed} other {# listings not changed}}', {
          count: refusals.length,
        })}
      </p>
      <Refusals kind={kind} refusals={refusals} />
      <p>
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
      </p>
    </section>
  );
}
