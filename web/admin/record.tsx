import type { AuditEntry } from '#contract/admin.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useRecord } from './lists.ts';
import { Moment, Nothing } from './moment.tsx';
import { Reason } from './reason.tsx';

/** What was done to accounts and listings: when, to whom, by whom and why. */
export function Record() {
  const record = useRecord();
  return (
    <PagesPanel list={record} what="entries" failed="Failed to fetch the record" empty="Nothing is recorded yet.">
      {(rows) => (
        <DataTable
          caption="What was done to accounts and listings, newest first"
          columns={columns}
          rows={rows}
          rowKey={(entry) => entry.id}
          busy={record.isFetching}
        />
      )}
    </PagesPanel>
  );
}

const words: { [Kind in AuditEntry['kind']]: string } = {
  registered: 'Registered',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'signed-out': 'Signed out',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by mail',
  'email-changed': 'E-mail changed',
  suspended: 'Suspended',
  activated: 'Activated',
  deleted: 'Account deleted',
  'listing-hidden': 'Listing hidden',
  'listing-shown': 'Listing shown again',
  'claim-approved': 'Claim approved',
  'claim-declined': 'Claim declined',
  'payment-refunded': 'Payment refunded',
  'refund-declined': 'Refund declined',
};

const columns: Column<AuditEntry>[] = [
  { heading: 'When', cell: (entry) => <Moment at={entry.at} />, className: 'as-table:whitespace-nowrap' },
  {
    heading: 'What',
    cell: ({ kind, listingId }) => (
      <>
        <span className="font-semibold">{words[kind]}</span>{' '}
        {listingId !== null && <span className="text-muted">#{listingId}</span>}
      </>
    ),
  },
  { heading: 'Account', cell: (entry) => <Account {...entry} /> },
  { heading: 'By', cell: ({ actorId }) => (actorId === null ? <Nothing /> : `Admin #${actorId}`) },
  { heading: 'Reason', cell: (entry) => <Reason text={entry.reason} />, className: 'as-table:w-1/4' },
];

function Account({ username, accountId }: AuditEntry) {
  if (!username && accountId === null) return <Nothing />;
  return (
    <span className="wrap-anywhere">
      {username} {accountId !== null && <span className="text-muted">#{accountId}</span>}
    </span>
  );
}
