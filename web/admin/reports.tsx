import { useId, useState } from 'react';
import { REPORT_REASONS } from '#contract/report-reasons.ts';
import type { Report } from '#contract/reports.ts';
import type { Pages } from '../app/use-cursor-pages.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Select } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Deeds, deedTo } from './deeds.ts';
import { ListingName } from './listing-name.tsx';
import { useReports } from './lists.ts';
import { Moment, Nothing } from './moment.tsx';
import type { Question } from './question-dialog.tsx';
import { Reason } from './reason.tsx';

type Acts = Deeds & { ask: (question: Question) => void };

/** What visitors report: what is still to be looked at, or how it ended. */
export function Reports({ open, ...acts }: { open: Pages<Report> } & Acts) {
  const id = useId();
  const [shown, setShown] = useState<'open' | 'closed'>('open');
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <label htmlFor={id} className="shrink-0 font-semibold text-sm">
          Show
        </label>
        <Select
          id={id}
          value={shown}
          onChange={(event) => setShown(event.target.value as typeof shown)}
          className="max-w-60"
        >
          <option value="open">Open reports</option>
          <option value="closed">Closed reports</option>
        </Select>
      </div>
      {shown === 'open' ? <OpenReports reports={open} {...acts} /> : <ClosedReports />}
    </>
  );
}

function OpenReports({ reports, ...acts }: { reports: Pages<Report> } & Acts) {
  return (
    <PagesPanel list={reports} what="reports" failed="Failed to fetch reports" empty="No open reports.">
      {(rows) => (
        <DataTable
          caption="Open reports, newest first"
          columns={[
            listing,
            what,
            reporter,
            sent,
            {
              heading: 'Actions',
              cell: (report) => <Acts report={report} {...acts} />,
              className: 'as-table:w-0',
              foot: true,
            },
          ]}
          rows={rows}
          rowKey={(report) => report.id}
          busy={reports.isFetching}
        />
      )}
    </PagesPanel>
  );
}

function ClosedReports() {
  const reports = useReports('closed');
  return (
    <PagesPanel list={reports} what="closed reports" failed="Failed to fetch reports" empty="No closed reports.">
      {(rows) => (
        <DataTable
          caption="Closed reports, newest first"
          columns={[listing, what, reporter, closed, outcome]}
          rows={rows}
          rowKey={(report) => report.id}
          busy={reports.isFetching}
        />
      )}
    </PagesPanel>
  );
}

const listing: Column<Report> = {
  heading: 'Listing',
  cell: ({ listing }) => (
    <ListingName listing={listing}>
      {listing.owner ? `Owner: ${listing.owner.username}` : 'No owner'}
      {listing.openReports > 1 && <span className="block text-danger">{listing.openReports} open reports</span>}
    </ListingName>
  ),
  className: 'as-table:w-1/4',
};
const what: Column<Report> = {
  heading: 'What is wrong',
  cell: ({ reason, text }) => (
    <>
      <p className="font-semibold">{REPORT_REASONS[reason]}</p>
      {text && <Reason text={text} />}
    </>
  ),
  className: 'as-table:w-2/5',
};
const reporter: Column<Report> = {
  heading: 'Reporter',
  cell: ({ reporter }) =>
    reporter ? <span className="wrap-anywhere">{reporter.username}</span> : <span className="text-muted">Visitor</span>,
};
const sent: Column<Report> = { heading: 'Sent', cell: (report) => <Moment at={report.createdAt} /> };
const closed: Column<Report> = { heading: 'Closed', cell: (report) => <Moment at={report.closedAt} /> };
const outcome: Column<Report> = {
  heading: 'Outcome',
  cell: (report) => (report.outcome ? OUTCOMES[report.outcome] : <Nothing />),
};
const OUTCOMES = { hidden: 'Listing hidden', kept: 'Listing kept' };

function Acts({ report: { id, listing }, busyWith, perform, ask }: { report: Report } & Acts) {
  const keeping = busyWith === deedTo('keep', id);
  const hide: Question = {
    deed: 'hide',
    id: listing.id,
    title: 'Hide this listing?',
    about: (
      <>
        <strong>
          <bdi>{listing.title}</bdi>
        </strong>{' '}
        disappears from the site at once, and all reports of it are closed. You can show it again.
      </>
    ),
    reason: {
      label: 'Reason',
      hint: listing.owner ? 'Its owner reads this.' : 'Nobody owns it: this is for the record.',
    },
    act: 'Hide listing',
    acting: 'Hiding...',
    danger: true,
  };
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      {(listing.status === 'active' || listing.status === 'paused') && (
        <Button variant="secondary" size="sm" disabled={busyWith !== null} onClick={() => ask(hide)}>
          <Icon name="eye-off" />
          Hide listing<span className="sr-only"> {listing.title}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        busy={keeping}
        disabled={busyWith !== null}
        onClick={() => perform('keep', id)}
      >
        {!keeping && <Icon name="circle-check" />}
        Keep<span className="sr-only"> {listing.title}</span>
      </Button>
    </span>
  );
}
