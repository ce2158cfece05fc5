import type { OwnAd } from '#contract/own-listings.ts';
import { variantsOf } from '../../art/variants.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AdPicture } from '../ad-picture.tsx';
import { AdActs, type AdActsProps } from './ad-acts.tsx';
import { HowItStands } from './how-it-stands.tsx';
import { dayOf, LEVELS, standingOf } from './standing.ts';

/** Listings as their owner sees them. */
export function OwnAdsTable({
  caption,
  ads,
  busy,
  ...acts
}: {
  caption: string;
  ads: OwnAd[];
  /** Newer ones are on their way. */
  busy: boolean;
} & Omit<AdActsProps, 'ad'>) {
  const now = Date.now();
  // As where visitors read them: no two neighbours look alike.
  const variants = variantsOf(ads.map(({ id }) => id));
  const columns: Column<OwnAd>[] = [
    {
      heading: 'Listing',
      top: true,
      className: 'as-table:w-[38%]',
      cell: (ad) => <Identity ad={ad} variant={variants[ads.indexOf(ad)]} />,
    },
    { heading: 'Status', className: 'as-table:w-[23%]', cell: (ad) => <HowItStands ad={ad} now={now} /> },
    { heading: 'Level', className: 'as-table:w-[15%]', cell: (ad) => <WhatItHas ad={ad} now={now} /> },
    { heading: 'Views', className: 'tabular-nums as-table:text-right', cell: (ad) => number.format(ad.views) },
    { heading: 'Actions', foot: true, cell: (ad) => <AdActs ad={ad} {...acts} /> },
  ];
  return <DataTable caption={caption} columns={columns} rows={ads} rowKey={({ id }) => id} busy={busy} />;
}

const number = new Intl.NumberFormat('en-US');

function Identity({ ad, variant }: { ad: OwnAd; variant?: number }) {
  const isShown = standingOf(ad) === 'live';
  return (
    <>
      <div className="flex items-start gap-3">
        <AdPicture
          ad={{ ...ad, imageSrcSet: null }}
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
      {ad.hiddenReason && <WhyHidden reason={ad.hiddenReason} />}
    </>
  );
}

function WhyHidden({ reason }: { reason: string }) {
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

function WhatItHas({ ad: { level, paidUntil }, now }: { ad: OwnAd; now: number }) {
  if (level === 'free') return LEVELS.free;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-table:block">
      <Badge tone="accent">
        <Icon name="star" />
        {LEVELS[level]}
      </Badge>
      {paidUntil && <p className="text-muted text-sm as-table:mt-1">until {dayOf(paidUntil, now)}</p>}
    </div>
  );
}
