import { useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { AdminClaim } from '#contract/ownership/claims.ts';
import type { AdminActions } from '#web/admin/admin-actions.ts';
import { useClaims } from '#web/admin/admin-queries.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toHostname } from '#web/listings/hostname.ts';
import { ClaimDoubts } from './claim-doubts.tsx';
import { describeTakeBack } from './describe-take-back.tsx';

type ActionProps = Pick<AdminActions, 'pendingAction'> & { confirm: (confirmation: Confirmation) => void };

const FILTERS = { waiting: t('To decide'), approved: t('Approved') };

/** Claims without a proof of ownership by email, with what the staff can check them against; or those that were approved, to take back. */
export function Claims(actionProps: ActionProps) {
  const [status, setStatus] = useState<keyof typeof FILTERS>('waiting');
  const isOpen = status === 'waiting';
  const claims = useClaims(status);
  const canTakeBack = hasPermission(useUser().user?.role ?? null, 'ownership');
  const Actions = isOpen ? ClaimActions : TakeBackButton;
  return (
    <>
      <ListFilter options={FILTERS} value={status} onChange={setStatus} />
      <PaginatedTable
        list={claims}
        itemsLabel={t('claims')}
        errorTitle={t('Failed to fetch claims')}
        empty={isOpen ? t('No open claims.') : t('No approved claims.')}
        caption={isOpen ? t('Open claims, newest first') : t('Approved claims, newest first')}
        columns={[
          ...columns,
          ...(isOpen || canTakeBack
            ? [
                {
                  heading: t('Actions'),
                  cell: (claim: WithBlock<AdminClaim>) => (
                    <Decidable blocked={claim.blocked}>
                      <Actions claim={claim} {...actionProps} />
                    </Decidable>
                  ),
                  className: 'as-table:w-0',
                  foot: true,
                },
              ]
            : []),
        ]}
        rowKey={(claim) => claim.id}
      />
    </>
  );
}

const columns: Column<WithBlock<AdminClaim>>[] = [
  {
    heading: t('Listing'),
    cell: ({ listing }) => (
      <ListingName listing={listing}>
        <span className="block">{listing.city}</span>
        {listing.phone && <span className="block tabular-nums">{listing.phone}</span>}
        {listing.website && (
          <a href={listing.website} target="_blank" rel="noopener noreferrer" className="link">
            {toHostname(listing.website)}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </a>
        )}
      </ListingName>
    ),
    className: 'as-table:w-1/5',
  },
  { heading: t('Claimant'), cell: ({ claimant }) => <ClaimantCell {...claimant} />, className: 'as-table:w-1/4' },
  {
    heading: t('Note'),
    cell: ({ id, note, status, doubts, hasDocument }) => (
      <>
        <ExpandableText text={note} />
        {hasDocument && (
          <a href={`/api/admin/claims/${id}/document`} download className="link mt-2 inline-flex items-center gap-1.5">
            <Icon name="download" className="size-[1em]" />
            {t('Download the document')}
          </a>
        )}
        {status === 'waiting' && <ClaimDoubts doubts={doubts} />}
      </>
    ),
    className: 'as-table:w-1/4',
  },
  { heading: t('Sent', null, 'dates'), cell: (claim) => <OptionalDateTime at={claim.createdAt} /> },
];

function ClaimantCell({ username, businessName, email, emailConfirmed }: AdminClaim['claimant']) {
  return (
    <div className="typed">
      <p className="typed font-semibold">{username}</p>
      {businessName && <p className="typed text-muted text-sm">{businessName}</p>}
      {email && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          {email}
          {emailConfirmed ? (
            <Badge tone="success">
              <Icon name="mail-check" />
              {t('Confirmed')}
            </Badge>
          ) : (
            <Badge>
              <Icon name="mail-warning" />
              {t('Not confirmed')}
            </Badge>
          )}
        </p>
      )}
    </div>
  );
}

function ClaimActions({
  claim: { id, listing, claimant },
  pendingAction,
  confirm,
}: { claim: AdminClaim } & ActionProps) {
  const title = <bdi className="font-semibold">{listing.title}</bdi>;
  const username = <bdi className="font-semibold">{claimant.username}</bdi>;
  const approve: Confirmation = {
    action: 'approve',
    id,
    title: t('Approve this claim?'),
    description: rich(
      '{listing} will belong to {username}, who can edit it from then on. If that turns out to be wrong, an administrator can take it back.',
      { listing: title, username },
    ),
    confirmLabel: t('Approve claim'),
    busyLabel: t('Approving...'),
  };
  const decline: Confirmation = {
    action: 'decline',
    id,
    title: t('Decline this claim?'),
    description: rich('{listing} stays unclaimed. {username} can claim it again.', { listing: title, username }),
    reason: { label: t('Reason'), hint: t('We’ll email this to the claimant.') },
    confirmLabel: t('Decline claim'),
    busyLabel: t('Declining...'),
    danger: true,
  };
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      <Button variant="secondary" size="sm" disabled={pendingAction !== null} onClick={() => confirm(approve)}>
        <Icon name="circle-check" />
        {t('Approve')}
        <span className="sr-only"> {listing.title}</span>
      </Button>
      <Button variant="secondary" size="sm" disabled={pendingAction !== null} onClick={() => confirm(decline)}>
        <Icon name="ban" />
        {t('Decline')}
        <span className="sr-only"> {listing.title}</span>
      </Button>
    </span>
  );
}

function TakeBackButton({ claim: { listing }, pendingAction, confirm }: { claim: AdminClaim } & ActionProps) {
  const { title, description, reason, confirmLabel, busyLabel } = describeTakeBack(listing.title);
  const takeBack: Confirmation = {
    action: 'takeBack',
    id: listing.id,
    title,
    description,
    reason,
    confirmLabel,
    busyLabel,
    danger: true,
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      className="whitespace-nowrap"
      disabled={pendingAction !== null}
      onClick={() => confirm(takeBack)}
    >
      <Icon name="history" />
      {t('Take back…')}
      <span className="sr-only"> {listing.title}</span>
    </Button>
  );
}
