import type { AdminClaim } from '#contract/claims.ts';
import type { Pages } from '../app/use-cursor-pages.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { hostOf, phoneOf } from '../listings/ad-reach.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Deeds } from './deeds.ts';
import { ListingName } from './listing-name.tsx';
import { Moment } from './moment.tsx';
import type { Question } from './question-dialog.tsx';
import { Reason } from './reason.tsx';

type Acts = Pick<Deeds, 'busyWith'> & { ask: (question: Question) => void };

/** Who says that a listing is theirs without a proof by mail, and what there is to check it by. */
export function Claims({ claims, ...acts }: { claims: Pages<AdminClaim> } & Acts) {
  return (
    <PagesPanel list={claims} what="claims" failed="Failed to fetch claims" empty="No claims are waiting.">
      {(rows) => (
        <DataTable
          caption="Claims that wait for a decision, newest first"
          columns={[
            ...columns,
            {
              heading: 'Actions',
              cell: (claim) => <Acts claim={claim} {...acts} />,
              className: 'as-table:w-0',
              foot: true,
            },
          ]}
          rows={rows}
          rowKey={(claim) => claim.id}
          busy={claims.isFetching}
        />
      )}
    </PagesPanel>
  );
}

const columns: Column<AdminClaim>[] = [
  {
    heading: 'Listing',
    cell: ({ listing }) => (
      <ListingName listing={listing}>
        <span className="block">{listing.city}</span>
        {listing.phone && <span className="block tabular-nums">{phoneOf(listing.phone).shown}</span>}
        {listing.website && (
          <a href={listing.website} target="_blank" rel="noopener noreferrer" className="link">
            {hostOf(listing.website)}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </ListingName>
    ),
    className: 'as-table:w-1/5',
  },
  { heading: 'Claimant', cell: ({ claimant }) => <Claimant {...claimant} />, className: 'as-table:w-1/4' },
  { heading: 'Note', cell: (claim) => <Reason text={claim.note} />, className: 'as-table:w-1/4' },
  { heading: 'Sent', cell: (claim) => <Moment at={claim.createdAt} /> },
];

function Claimant({ username, businessName, email, emailConfirmed }: AdminClaim['claimant']) {
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
              Confirmed
            </Badge>
          ) : (
            <Badge>
              <Icon name="mail-warning" />
              Not confirmed
            </Badge>
          )}
        </p>
      )}
    </div>
  );
}

function Acts({ claim: { id, listing, claimant }, busyWith, ask }: { claim: AdminClaim } & Acts) {
  const title = <bdi className="font-semibold">{listing.title}</bdi>;
  const username = <bdi className="font-semibold">{claimant.username}</bdi>;
  const approve: Question = {
    deed: 'approve',
    id,
    title: 'Approve this claim?',
    about: (
      <>
        {title} will belong to {username}, who can edit it from then on. This cannot be taken back here.
      </>
    ),
    act: 'Approve claim',
    acting: 'Approving...',
  };
  const decline: Question = {
    deed: 'decline',
    id,
    title: 'Decline this claim?',
    about: (
      <>
        {title} stays unclaimed. {username} may claim it again.
      </>
    ),
    reason: { label: 'Reason', hint: 'This is mailed to the claimant.' },
    act: 'Decline claim',
    acting: 'Declining...',
    danger: true,
  };
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      <Button variant="secondary" size="sm" disabled={busyWith !== null} onClick={() => ask(approve)}>
        <Icon name="circle-check" />
        Approve<span className="sr-only"> {listing.title}</span>
      </Button>
      <Button variant="secondary" size="sm" disabled={busyWith !== null} onClick={() => ask(decline)}>
        <Icon name="ban" />
        Decline<span className="sr-only"> {listing.title}</span>
      </Button>
    </span>
  );
}
