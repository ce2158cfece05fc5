import { useState } from 'react';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import { REPORT_REASONS } from '#contract/reports/report-reasons.ts';
import type { Report } from '#contract/reports/reports.ts';
import { type AdminActions, getActionKey } from '#web/admin/admin-actions.ts';
import { useReports } from '#web/admin/admin-queries.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { EmptyCell, OptionalDateTime } from '#web/admin/date-time.tsx';
import { Decidable } from '#web/admin/decidable.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { hideConfirmation } from '#web/admin/hide-confirmation.tsx';
import { ListFilter } from '#web/admin/list-filter.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };

const FILTERS = { open: t('Open reports'), closed: t('Closed reports') };

/** Reports of visitors: the open ones, or the closed ones with their outcome. */
export function Reports(actionProps: ActionProps) {
  const [status, setStatus] = useState<keyof typeof FILTERS>('open');
  return (
    <>
      <ListFilter options={FILTERS} value={status} onChange={setStatus} />
      {status === 'open' ? <OpenReports {...actionProps} /> : <ClosedReports />}
    </>
  );
}

function OpenReports(actionProps: ActionProps) {
  const reports = useReports('open');
  return (
    <PaginatedTable
      list={reports}
      itemsLabel={t('reports')}
      errorTitle={t('Failed to fetch reports')}
      empty={t('No open reports.')}
      caption={t('Open reports, newest first')}
      columns={[
        listingColumn,
        reasonColumn,
        reporterColumn,
        sentColumn,
        {
          heading: t('Actions'),
          cell: (report) => (
            <Decidable blocked={report.blocked}>
              <ReportActions report={report} {...actionProps} />
            </Decidable>
          ),
          className: 'as-table:w-0',
          foot: true,
        },
      ]}
      rowKey={(report) => report.id}
    />
  );
}

function ClosedReports() {
  const reports = useReports('closed');
  return (
    <PaginatedTable
      list={reports}
      itemsLabel={t('closed reports')}
      errorTitle={t('Failed to fetch reports')}
      empty={t('No closed reports.')}
      caption={t('Closed reports, newest first')}
      columns={[listingColumn, reasonColumn, reporterColumn, closedColumn, outcomeColumn]}
      rowKey={(report) => report.id}
    />
  );
}

const listingColumn: Column<WithBlock<Report>> = {
  heading: t('Listing'),
  cell: ({ listing }) => (
    <ListingName listing={listing}>
      {listing.owner ? t('Owner: {username}', { username: listing.owner.username }) : t('No owner')}
      {listing.openReports > 1 && (
        <span className="block text-danger">
          {t('{count, plural, one {# open report} other {# open reports}}', { count: listing.openReports })}
        </span>
      )}
    </ListingName>
  ),
  className: 'as-table:w-1/4',
};
const reasonColumn: Column<WithBlock<Report>> = {
  heading: t('Problem'),
  cell: ({ reason, text }) => (
    <>
      <p className="font-semibold">{REPORT_REASONS[reason]}</p>
      {text && <ExpandableText text={text} />}
    </>
  ),
  className: 'as-table:w-2/5',
};
const reporterColumn: Column<WithBlock<Report>> = {
  heading: t('Reporter'),
  cell: ({ reporter, hasVisitorEmail }) =>
    reporter ? (
      <span className="wrap-anywhere inline-block as-table:min-w-28">{reporter.username}</span>
    ) : (
      <span className="text-muted">{hasVisitorEmail ? t('Visitor who left an email') : t('Visitor')}</span>
    ),
};
const sentColumn: Column<WithBlock<Report>> = {
  heading: t('Sent', null, 'dates'),
  cell: (report) => <OptionalDateTime at={report.createdAt} />,
};
const closedColumn: Column<WithBlock<Report>> = {
  heading: t('Closed', null, 'report'),
  cell: (report) => <OptionalDateTime at={report.closedAt} />,
};
const outcomeColumn: Column<WithBlock<Report>> = {
  heading: t('Outcome'),
  cell: ({ outcome, closeReason, isReporterEmailed }) =>
    outcome ? (
      <div className="as-table:min-w-48">
        <p className="font-semibold">{OUTCOME_LABELS[outcome]}</p>
        {closeReason && <ExpandableText text={closeReason} />}
        {isReporterEmailed && <p className="text-muted text-sm">{t('The person who reported it was emailed.')}</p>}
      </div>
    ) : (
      <EmptyCell />
    ),
};
const OUTCOME_LABELS = { hidden: t('Listing hidden'), kept: t('Listing kept') };

/** Who reported a listing hears why it stays, but for visitors who left no address. */
const keepConfirmation = ({ id, listing, reporter }: Report): Confirmation => ({
  action: 'closeReport',
  id,
  title: t('Keep this listing?'),
  description: reporter
    ? rich('{listing} stays as it is. The person who reported it gets an email, if their address is confirmed.', {
        listing: <ListingTitle listing={listing} />,
      })
    : rich('{listing} stays as it is. The person who reported it gets an email.', {
        listing: <ListingTitle listing={listing} />,
      }),
  reason: { label: t('Reason'), hint: t('The person who reported it will see this.'), optional: true },
  confirmLabel: t('Keep listing'),
  busyLabel: t('Saving...'),
});

const ListingTitle = ({ listing }: Pick<Report, 'listing'>) => (
  <strong>
    <bdi>{listing.title}</bdi>
  </strong>
);

function ReportActions({ report, pendingAction, perform, confirm }: { report: Report } & ActionProps) {
  const { id, listing } = report;
  const isAnswered = report.reporter !== null || report.hasVisitorEmail;
  const isClosing = pendingAction === getActionKey('closeReport', id);
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      {(listing.status === 'active' || listing.status === 'paused') && (
        <Button
          variant="secondary"
          size="sm"
          disabled={pendingAction !== null}
          onClick={() => confirm(hideConfirmation(listing, isAnswered || listing.openReports > 1))}
        >
          <Icon name="eye-off" />
          {t('Hide listing')}
          <span className="sr-only"> {listing.title}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        busy={isClosing}
        disabled={pendingAction !== null}
        onClick={() => (isAnswered ? confirm(keepConfirmation(report)) : perform('closeReport', id))}
      >
        {!isClosing && <Icon name="circle-check" />}
        {t('Keep')}
        <span className="sr-only"> {listing.title}</span>
      </Button>
    </span>
  );
}
