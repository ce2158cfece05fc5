import { lazy, Suspense, useState } from 'react';
import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import type { AdminListingState } from '#contract/admin/listings.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { Level } from '#contract/listings.ts';
import { KIND_TEXTS } from '#web/admin/listings/bulk/kinds.ts';
import { useUser } from '#web/base/session/user.ts';
import { Menu } from '#web/base/ui/menu.tsx';
import { toast } from '#web/base/ui/toast.tsx';

const BulkDialog = lazy(() =>
  import('#web/admin/listings/bulk/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })),
);
const EndFeatureDialog = lazy(() =>
  import('./end-feature-dialog.tsx').then((module) => ({ default: module.EndFeatureDialog })),
);
const FeatureDialog = lazy(() => import('./feature-dialog.tsx').then((module) => ({ default: module.FeatureDialog })));
const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })));

const ICONS: Record<BulkActionKind, string> = {
  hide: 'eye-off',
  show: 'eye',
  recategorize: 'folder',
  move: 'map-pin',
  delete: 'trash-2',
};

const toKinds = (state: AdminListingState): BulkActionKind[] => {
  if (state === 'hidden') return ['show', 'recategorize', 'move', 'delete'];
  if (state === 'shown' || state === 'expired' || state === 'paused') return ['hide', 'recategorize', 'move', 'delete'];
  return [];
};

/** What can be done with one listing, in the table and on its desk; nothing where its state allows nothing. */
export function ListingMenu({
  listing,
  except = [],
}: {
  listing: {
    id: number;
    title: string;
    businessName: string;
    state: AdminListingState;
    level?: Level;
    owner?: object | null;
  };
  /** The actions that have buttons of their own there. */
  except?: (BulkActionKind | 'merge')[];
}) {
  const [kind, setKind] = useState<BulkActionKind | null>(null);
  const [isMerging, setIsMerging] = useState(false);
  const [isFeaturing, setIsFeaturing] = useState(false);
  const { user } = useUser();
  const canFeature =
    listing.owner === null && listing.state === 'shown' && hasPermission(user?.role ?? null, 'payments');
  const kinds = toKinds(listing.state);
  if (kinds.length === 0) return null;
  const isOffered = (value: BulkActionKind | 'merge') => !except.includes(value);
  return (
    <>
      <Menu
        label={t('Actions for {listing}', { listing: listing.title })}
        items={[
          ...(isOffered('merge')
            ? [{ label: t('Merge with another…'), icon: 'copy', onSelect: () => setIsMerging(true) }]
            : []),
          ...(canFeature
            ? [
                {
                  label: listing.level === 'free' ? t('Feature…') : t('End feature…'),
                  icon: 'gift',
                  onSelect: () => setIsFeaturing(true),
                },
              ]
            : []),
          ...kinds.filter(isOffered).map((value) => ({
            label: KIND_TEXTS[value].button,
            icon: ICONS[value],
            onSelect: () => setKind(value),
            ...(KIND_TEXTS[value].danger && { tone: 'danger' as const }),
          })),
        ]}
      />
      <Suspense>
        {isMerging && <MergeDialog open listing={listing} onClose={() => setIsMerging(false)} />}
        {isFeaturing &&
          (listing.level === 'free' ? (
            <FeatureDialog id={listing.id} open onClose={() => setIsFeaturing(false)} />
          ) : (
            <EndFeatureDialog id={listing.id} onClose={() => setIsFeaturing(false)} />
          ))}
        {kind && (
          <BulkDialog
            kind={kind}
            selected={{ listings: [listing] }}
            count={1}
            onClose={() => setKind(null)}
            onDone={([refused]) => {
              setKind(null);
              if (refused) toast({ title: t('Operation Failed'), description: refused.message, tone: 'danger' });
            }}
            onStarted={() => setKind(null)}
          />
        )}
      </Suspense>
    </>
  );
}
