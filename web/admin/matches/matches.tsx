import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AdminMatch, MatchListing } from '#contract/matches.ts';
import { type AdminActionName, type AdminActions, getActionKey } from '#web/admin/admin-actions.ts';
import { useMatches } from '#web/admin/admin-queries.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { formatDistance } from '#web/admin/listing/distance.ts';
import { ListingName } from '#web/admin/listing-name.tsx';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toHostname } from '#web/listings/hostname.ts';

const FILTERS = { open: t('To decide'), decided: t('Decided', null, 'pairs') };

/** Pairs of listings that may be one business, side by side: those to decide, or the decided ones, which can be undone. */
export function Matches(actions: AdminActions) {
  const [status, setStatus] = useState<keyof typeof FILTERS>('open');
  return (
    <>
      <ListFilter options={FILTERS} value={status} onChange={setStatus} />
      {status === 'open' ? <OpenMatches {...actions} /> : <DecidedMatches {...actions} />}
    </>
  );
}

function OpenMatches(actions: AdminActions) {
  const matches = useMatches('open');
  return (
    <PaginatedTable
      list={matches}
      itemsLabel={t('pairs')}
      errorTitle={t('Failed to fetch pairs')}
      empty={t('No pairs to decide.')}
      caption={t('Listings that may be the same business, most likely first')}
      columns={[
        ...listingColumns,
        {
          heading: t('Actions'),
          cell: (match) => (
            <span className="grid gap-2">
              <CompareLink match={match} />
              <Decidable blocked={match.blocked}>
                <span className="grid gap-2">
                  <ActionButton
                    action="mergeMatch"
                    icon="circle-check"
                    label={t('Same business')}
                    match={match}
                    {...actions}
                  />
                  <ActionButton
                    action="splitMatch"
                    icon="circle-x"
                    label={t('Two businesses')}
                    match={match}
                    {...actions}
                  />
                </span>
              </Decidable>
            </span>
          ),
          className: 'as-table:w-0',
          foot: true,
        },
      ]}
      rowKey={(match) => match.id}
    />
  );
}

function DecidedMatches(actions: AdminActions) {
  const matches = useMatches('decided');
  return (
    <PaginatedTable
      list={matches}
      itemsLabel={t('decided pairs')}
      errorTitle={t('Failed to fetch pairs')}
      empty={t('No decided pairs.')}
      caption={t('Decided pairs, last decided first')}
      columns={[
        ...listingColumns,
        {
          heading: t('Decision'),
          cell: ({ verdict, decidedAt }) => (
            <>
              <p className="font-semibold">{verdict === 'same' ? t('Same business') : t('Two businesses')}</p>
              <OptionalDateTime at={decidedAt} />
            </>
          ),
        },
        {
          heading: t('Actions'),
          cell: (match) => (
            <Decidable blocked={match.blocked}>
              <ActionButton action="undoMatch" icon="undo-2" label={t('Undo')} match={match} {...actions} />
            </Decidable>
          ),
          className: 'as-table:w-0',
          foot: true,
        },
      ]}
      rowKey={(match) => match.id}
    />
  );
}

const listingColumns: Column<AdminMatch>[] = [
  { heading: t('Listing'), cell: ({ listings: [first] }) => <Facts listing={first} />, className: 'as-table:w-2/5' },
  {
    heading: t('Other listing'),
    cell: ({ listings: [, second], distanceMeters }) => (
      <Facts listing={second}>
        {distanceMeters !== null && <span className="block">{formatDistance(distanceMeters)}</span>}
      </Facts>
    ),
    className: 'as-table:w-2/5',
  },
];

function Facts({ listing, children }: { listing: MatchListing; children?: React.ReactNode }) {
  const { category, address, city, zip, phone, website, source, isOwned } = listing;
  return (
    <ListingName listing={listing}>
      <span className="block">{category}</span>
      <span className="block">{[address, city, zip].filter(Boolean).join(', ')}</span>
      {phone && <span className="block tabular-nums">{phone}</span>}
      {website && <span className="block">{toHostname(website)}</span>}
      <span className="block">{isOwned ? t('Has an owner') : source && t('From {source}', { source })}</span>
      {children}
    </ListingName>
  );
}

const CompareLink = ({ match: { listings } }: { match: AdminMatch }) => (
  <a
    href={`/admin/ads/${listings[0].id}?with=${listings[1].id}`}
    className={buttonClass({ variant: 'secondary', size: 'sm' })}
  >
    <Icon name="columns-2" />
    {t('Compare')}
    <span className="sr-only">
      : {listings[0].title}, {listings[1].title}
    </span>
  </a>
);

function ActionButton({
  action,
  icon,
  label,
  match: { id, listings },
  pendingAction,
  perform,
}: { action: AdminActionName; icon: string; label: string; match: AdminMatch } & AdminActions) {
  const busy = pendingAction === getActionKey(action, id);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      disabled={pendingAction !== null}
      onClick={() => perform(action, id)}
    >
      {!busy && <Icon name={icon} />}
      {label}
      <span className="sr-only">
        : {listings[0].title}, {listings[1].title}
      </span>
    </Button>
  );
}
