import { useEffect, useRef, useState } from 'react';
import type { WaitingListing } from '#contract/admin/approvals.ts';
import { t } from '#contract/i18n/t.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useApprovalRequests, useWaitingListings } from './approval-queries.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { QUEUE_KEYS, useQueueKeys } from './use-queue-keys.ts';
import { WaitingCard } from './waiting-card.tsx';

/** The listings that wait for approval, decided on by buttons or by one key each. */
export function Approvals() {
  const list = useWaitingListings();
  const { approve } = useApprovalRequests();
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [pendingId, setPendingId] = useState<number | null>(null);
  const [declining, setDeclining] = useState<WaitingListing | null>(null);
  const [hasKeys, setHasKeys] = useState(true);
  const cards = useRef<HTMLUListElement>(null);
  const rows = list.rows ?? [];
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === currentId),
  );
  const current = rows[index];
  const decidable = current?.blocked === null ? current : undefined;

  const focusCard = (at: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (!next) return;
    setCurrentId(next.id);
    cards.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
  };
  // After a decision the next one is the current one.
  const leave = (listing: WaitingListing) => {
    const at = rows.findIndex(({ id }) => id === listing.id);
    setCurrentId((rows[at + 1] ?? rows[at - 1])?.id ?? null);
  };
  const decide = async (listing: WaitingListing) => {
    if (pendingId !== null) return;
    setPendingId(listing.id);
    const failure = await runMutation(t('Not approved'), async () => {
      await approve(listing);
      toast({
        title: t('Listing approved'),
        description: t('“{listing}” is live.', { listing: listing.title }),
        tone: 'success',
      });
    });
    setPendingId(null);
    if (!failure) leave(listing);
  };

  // The focus follows the current listing when the one that had it is gone.
  const hadFocus = useRef(false);
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isLost && current) cards.current?.querySelector<HTMLElement>(`[data-id="${current.id}"]`)?.focus();
    hadFocus.current = cards.current?.contains(document.activeElement) ?? false;
  });

  useQueueKeys(hasKeys && declining === null, {
    a: () => decidable && void decide(decidable),
    d: () => decidable && setDeclining(decidable),
    j: () => focusCard(currentId === null ? 0 : index + 1),
    k: () => focusCard(index - 1),
  });

  return (
    <div className="grid gap-4">
      <KeysSwitch checked={hasKeys} onChange={setHasKeys} />
      <PaginatedList
        list={list}
        itemsLabel={t('listings')}
        errorTitle={t('Failed to fetch the listings that wait')}
        empty={
          <EmptyState title={t('No listings wait for approval')}>
            {t('An administrator decides under Approval rules which ones do.')}
          </EmptyState>
        }
      >
        {(waiting) => (
          <ul ref={cards} className="grid gap-4">
            {waiting.map((listing) => (
              <WaitingCard
                key={listing.id}
                listing={listing}
                isCurrent={listing.id === current?.id}
                pending={pendingId === listing.id}
                onFocus={() => setCurrentId(listing.id)}
                onApprove={() => void decide(listing)}
                onDecline={() => setDeclining(listing)}
              />
            ))}
          </ul>
        )}
      </PaginatedList>
      {declining && (
        <DeclineDialog
          listing={declining}
          onClose={() => setDeclining(null)}
          onDone={() => {
            setDeclining(null);
            leave(declining);
          }}
        />
      )}
    </div>
  );
}

function KeysSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        {Object.entries(QUEUE_KEYS).map(([key, effect]) => (
          <span key={key}>
            <kbd className="rounded border px-1.5 font-semibold">{key}</kbd> {effect}
          </span>
        ))}
      </p>
      <Switch label={t('Use these keys')} checked={checked} onChange={(event) => onChange(event.target.checked)} />
    </div>
  );
}
