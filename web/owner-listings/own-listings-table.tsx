import type { OwnerListing } from '#contract/owner-listings.ts';
import { getVariants } from '../art/variants.ts';
import { ListingPicture } from '../listings/listing-picture.tsx';
import { Badge } from '../ui/badge.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { checkoutPath } from './checkout-path.ts';
import { ListingActionMenu, type ListingActionMenuProps } from './listing-action-menu.tsx';
import { ListingStatus } from './listing-status.tsx';
import { RecentViews } from './recent-views.tsx';
import { formatDay, getDisplayStatus, LEVEL_NAMES } from './status.ts';

/** Listings as their owner sees them. */
export function OwnListingsTable({
  caption,
  ads,
  busy,
  ...acts
}: {
  caption: string;
  ads: OwnerListing[];
  /** Newer ones are on their way. */
  busy: boolean;
} & Omit<ListingActionMenuProps, 'ad'>) {
  const now = Date.now();
  // As where visitors read them: no two neighbours look alike.
  const variants = getVariants(ads.map(({ id }) => id));
  const columns: Column<OwnerListing>[] = [
    {
      heading: 'Listing',
      top: true,
      className: 'as-table:w-[34%]',
      cell: (ad) => <ListingCell ad={ad} variant={variants[ads.indexOf(ad)]} />,
    },
    { heading: 'Status', className: 'as-table:w-[21%]', cell: (ad) => <ListingStatus ad={ad} now={now} /> },
    { heading: 'Level', className: 'as-table:w-[18%]', cell: (ad) => <LevelCell ad={ad} now={now} /> },
    { heading: 'Views', className: 'as-table:w-[13%]', cell: (ad) => <RecentViews ad={ad} /> },
    { heading: 'Actions', foot: true, cell: (ad) => <ListingActionMenu ad={ad} {...acts} /> },
  ];
  return <DataTable caption={caption} columns={columns} rows={ads} rowKey={({ id }) => id} busy={busy} />;
}

function ListingCell({ ad, variant }: { ad: OwnerListing; variant?: number }) {
  const isShown = getDisplayStatus(ad) === 'live';
  return (
    <>
      <div className="flex items-start gap-3">
        <ListingPicture
          listing={{ ...ad, imageSrcSet: null }}
          variant={variant}
          sizes="5rem"
          className="h-14 w-20 shrink-0 rounded-field object-cover"
        />
        <div className="min-w-0">
          {ad.status === 'deleted' ? (
            <p className="wrap-anywhere line-clamp-2 font-semibold">{ad.title}</p>
          ) : (
            <a
              href={isShown ? `/ads/${ad.id}` : `/account/ads/${ad.id}/preview`}
              data-listing={ad.id}
              className="wrap-anywhere line-clamp-2 font-semibold underline-offset-4 hover:text-pacific hover:underline"
            >
              {ad.title}
            </a>
          )}
          <p className="wrap-anywhere text-muted text-sm">
            {ad.category.name}
            {'\u00a0· '}
            {ad.city}
          </p>
        </div>
      </div>
      {ad.hiddenReason && <HiddenReason reason={ad.hiddenReason} />}
    </>
  );
}

function HiddenReason({ reason }: { reason: string }) {
  return (
    <div className="mt-3 rounded-field bg-danger-wash px-3 py-2 text-sm">
      <p className="wrap-anywhere whitespace-pre-line">
        <strong className="font-semibold">Hidden by us:</strong> {reason}
      </p>
      <p className="mt-1">
        Edit what is wrong, then{' '}
        <a href="/contact" className="link">
          write to us
        </a>
        : we look at it and show it again.
      </p>
    </div>
  );
}

function LevelCell({ ad, now }: { ad: OwnerListing; now: number }) {
  const { level, paidUntil } = ad;
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
      {level !== 'free' && paidUntil && (
        <p className="whitespace-nowrap text-muted text-sm as-table:mt-1">until {formatDay(paidUntil, now)}</p>
      )}
      {PAYABLE_STATUSES.includes(ad.status) && <PaymentLinks ad={ad} />}
    </div>
  );
}

/** Those that are shown, or were: a draft has the way to pay among its actions. */
const PAYABLE_STATUSES: OwnerListing['status'][] = ['active', 'paused'];

function PaymentLinks({ ad }: { ad: OwnerListing }) {
  const extensionPlans = { free: null, enhanced: 'enhanced', premium: 'monthly' } as const;
  const plan = extensionPlans[ad.level];
  return (
    <p className="flex flex-wrap gap-x-3">
      {plan && (
        <PayLink href={checkoutPath({ plan, listing: ad })} title={ad.title}>
          Prolong
        </PayLink>
      )}
      {ad.level !== 'premium' && (
        <PayLink href={checkoutPath({ plan: 'monthly', listing: ad })} title={ad.title}>
          Upgrade
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
