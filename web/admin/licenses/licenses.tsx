import type { LicenseDoubt } from '#contract/admin/licenses.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { EmptyCell } from '#web/admin/date-time.tsx';
import { ListingName } from '#web/admin/listing-name.tsx';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { formatDay } from '#web/base/formats/data-month.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';

const PAGE_SIZE = 25;

/** The listings whose license is in doubt, with what they state and what the state's list has. They are corrected or hidden on their own page. */
export function Licenses() {
  const doubts = useCursorPages<LicenseDoubt>(`${ADMIN_API_PREFIX}licenses?limit=${PAGE_SIZE}`, PAGE_SIZE);
  return (
    <PaginatedTable
      list={doubts}
      itemsLabel={t('licenses')}
      errorTitle={t('Failed to fetch licenses')}
      empty={t('No licenses to check.')}
      caption={t('Licenses to check, newest listing first')}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

const REASONS: Record<LicenseDoubt['reason'], string> = {
  suspended: t('Suspended or inactive'),
  expired: t('Expired'),
  class: t('Of another trade'),
  name: t('Of another name'),
  missing: t('Not stated'),
};

const columns: Column<LicenseDoubt>[] = [
  {
    heading: t('Listing'),
    cell: ({ listing }) => (
      <ListingName listing={listing}>
        {listing.owner ? t('Owner: {username}', { username: listing.owner.username }) : t('No owner')}
      </ListingName>
    ),
    className: 'as-table:w-1/4',
  },
  { heading: t('Doubt'), cell: ({ reason }) => REASONS[reason] },
  { heading: t('License number'), cell: ({ stated }) => stated ?? <EmptyCell /> },
  {
    heading: t('State list'),
    cell: ({ listed }) =>
      listed ? (
        <>
          <a
            href={`https://www.cslb.ca.gov/OnlineServices/CheckLicenseII/LicenseDetail.aspx?LicNum=${listed.number}`}
            className="link"
          >
            {listed.name}
          </a>
          <span className="block text-muted text-sm">
            {[...listed.classes, listed.expiresOn && t('until {day}', { day: formatDay(listed.expiresOn) })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ) : (
        <EmptyCell />
      ),
    className: 'as-table:w-1/3',
  },
];
