import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { SharedListing } from '#contract/ownership/members.ts';
import { rich } from '../i18n/rich.ts';
import { usePaymentsClosed } from '../layout/payments-closed.tsx';
import { ListingPicture } from '../listings/pictures/listing-picture.tsx';
import { Badge } from '../ui/badge.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { checkoutPath } from './checkout-path.ts';
import { ListingActionMenu, type ListingActionMenuProps } from './listing-action-menu.tsx';
import { ListingStatus } from './listing-status.tsx';
import { RecentViews } from './recent-views.tsx';
import { getDisplayStatus, LEVEL_NAMES } from './status.ts';

/** A listing of the table: of the user, or of a business that the user helps. */
type Row = OwnerListing & Partial<SharedListing>;

/** A table of listings for their owner, or for somebody who helps the owner. */
export function OwnListingsTable({
  caption,
  listings,
  busy,
  ...actions
}: {
  caption: string;
  listings: Row[];
  /** Whether newer rows are being fetched. */
  busy: boolean;
} & Omit<ListingActionMenuProps, 'listing'>) {
  const now = Date.now();
  const columns: Column<Row>[] = [
    {
      heading: t('Listing'),
      top: true,
      className: 'as-table:w-[34%]',
      cell: (listing) => <ListingCell listing={listing} />,
    },
    {
      heading: t('Status'),
      className: 'as-table:w-[21%]',
      cell: (listing) => <ListingStatus listing={listing} now={now} />,
    },
    { heading: t('Plan'), className: 'as-table:w-[18%]', cell: (listing) => <LevelCell listing={listing} /> },
    { heading: t('Views'), className: 'as-table:w-[13%]', cell: (listing) => <RecentViews listing={listing} /> },
    { heading: t('Actions'), foot: true, cell: (listing) => <ListingActionMenu listing={listing} {...actions} /> },
  ];
  return <DataTable caption={caption} columns={columns} rows={listings} rowKey={({ id }) => id} busy={busy} />;
}

function ListingCell({ listing }: { listing: Row }) {
  const isShown = getDisplayStatus(listing) === 'live';
  return (
    <>
      <div className="flex items-start gap-3">
        <ListingPicture
          listing={{ ...listing, imageSrcSet: null }}
          sizes="5rem"
          className="h-15 w-20 shrink-0 rounded-field object-cover text-xl"
        />
        <div className="min-w-0">
          {listing.status === 'deleted' ? (
            <p className="wrap-anywhere line-clamp-2 font-semibold">{listing.title}</p>
          ) : (
            <a
              href={isShown ? `/ads/${listing.id}` : `/account/ads/${listing.id}/preview`}
              data-listing={listing.id}
              className="wrap-anywhere line-clamp-2 font-semibold underline-offset-4 hover:text-pacific hover:underline"
            >
              {listing.title}
            </a>
          )}
          <p className="wrap-anywhere text-muted text-sm">
            {listing.category.name}
            {'\u00a0· '}
            {listing.city}
          </p>
          {listing.role && (
            <p className="wrap-anywhere mt-1 text-sm">
              {rich('{role} for {business}', {
                role: <Badge tone="info">{listing.role === 'manager' ? t('Manager') : t('Viewer')}</Badge>,
                business: listing.business,
              })}
            </p>
          )}
        </div>
      </div>
      {listing.hiddenReason && <HiddenReason reason={listing.hiddenReason} />}
    </>
  );
}

function HiddenReason({ reason }: { reason: string }) {
  return (
    <div className="mt-3 rounded-field bg-danger-wash px-3 py-2 text-sm">
      <p className="wrap-anywhere whitespace-pre-line">
        <strong className="font-semibold">{t('We hid this listing:')}</strong> {reason}
      </p>
      <p className="mt-1">
        {rich('Fix the problem, then <link>contact us</link>, and we’ll review it.', {
          link: (text) => (
            <a href="/contact" className="link">
              {text}
            </a>
          ),
        })}
      </p>
    </div>
  );
}

function LevelCell({ listing }: { listing: Row }) {
  const closed = usePaymentsClosed();
  const { level } = listing;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-table:block">
      {level === 'free' ? (
        LEVEL_NAMES.free
      ) : (
        <Badge tone="accent">
          <Icon name="star" />
          {LEVEL_NAMES[level]}
        </Badge>
      )}
      {!closed && !listing.role && PAYABLE_STATUSES.includes(listing.status) && <PaymentLinks listing={listing} />}
    </div>
  );
}

/** Statuses with links to pay. A draft has its link in the column of actions. */
const PAYABLE_STATUSES: OwnerListing['status'][] = ['active', 'paused'];

function PaymentLinks({ listing }: { listing: OwnerListing }) {
  const extensionPlans = { free: null, enhanced: 'enhanced', premium: 'monthly' } as const;
  const plan = extensionPlans[listing.level];
  return (
    <p className="flex flex-wrap gap-x-3">
      {plan && (
        <PayLink href={checkoutPath({ plan, listing })} title={listing.title}>
          {t('Extend')}
        </PayLink>
      )}
      {listing.level !== 'premium' && (
        <PayLink href={checkoutPath({ plan: 'monthly', listing })} title={listing.title}>
          {t('Upgrade')}
        </PayLink>
      )}
    </p>
  );
}

function PayLink({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <a href={href} className="link inline-flex min-h-11 items-center font-semibold text-sm">
      {children}
      <span className="sr-only"> {title}</span>
    </a>
  );
}
