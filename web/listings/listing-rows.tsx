import clsx from 'clsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { FoundListing } from '#contract/search.ts';
import { type Distance, distanceLabel } from '#web/base/formats/distance-label.ts';
import { localPath, toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { escapeHtml, useHtml } from '#web/base/ui/html.ts';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { formatShortDate } from '#web/base/ui/time.tsx';
import { ListingPicture } from '#web/listings/pictures/listing-picture.tsx';
import { hasHours, OpeningStatus } from '#web/opening-hours/opening-status.tsx';
import { toTrustMarks } from '#web/reviews/trust-marks.ts';
import { RowActions } from './row-actions.tsx';
import { useRowCheckbox } from './row-checkbox.ts';
import { useImpression } from './use-impression.ts';

// Few rows are of a chain. The server renders in one go, so it loads the module at the start.
const Branches = import.meta.env.SSR ? (await import('./branches.tsx')).default : lazy(() => import('./branches.tsx'));

/** A listing as a row; in the results of a search with its distance, and whether its place is paid for. */
type Row = Listing & Distance & Partial<Pick<FoundListing, 'sponsored'>>;

/**
 * Listings as rows, each a link to its own page.
 * @param origin the name of the point that distances are measured from
 * @param asksOpen whether those that are open are searched, so that unknown hours are named
 * @param highlightedId the listing whose row is highlighted, because the pointer is over its pin on the map
 */
export function ListingRows({
  listings,
  origin,
  asksOpen,
  highlightedId,
}: {
  listings: Row[];
  origin?: string;
  asksOpen?: boolean;
  highlightedId?: number;
}) {
  const renderCheckbox = useRowCheckbox();
  return (
    <ul className="listing-rows">
      {listings.map((listing) => (
        <ListingRow
          key={listing.id}
          listing={listing}
          origin={origin}
          asksOpen={asksOpen}
          checkbox={renderCheckbox?.(listing)}
          isHighlighted={listing.id === highlightedId}
        />
      ))}
    </ul>
  );
}

function ListingRow({
  listing,
  origin,
  asksOpen,
  checkbox,
  isHighlighted,
}: {
  listing: Row;
  origin?: string;
  asksOpen: boolean | undefined;
  checkbox: ReactNode;
  isHighlighted: boolean;
}) {
  const impressionRef = useImpression<HTMLLIElement>(listing);
  const distance = distanceLabel(listing);
  return (
    <li ref={impressionRef} className={clsx(isHighlighted && 'pointed')}>
      <ListingPicture listing={listing} sizes="6rem" />
      {checkbox}
      <div>
        <h3 lang={toLang(listing.titleLanguage)}>{listing.title}</h3>
        <p className="facts">
          {(listing.mayHaveClosed || listing.licensed) && (
            <span>{listing.mayHaveClosed ? t('May have closed') : t('Licensed')} </span>
          )}
          {hasHours(listing) ? (
            <OpeningStatus opening={listing} short />
          ) : (
            asksOpen &&
            !listing.mayHaveClosed && (
              <span className="text-muted">{listing.tel ? t('Hours unknown: call first') : t('Hours unknown')} </span>
            )
          )}
          {distance && (
            <span>
              {origin && typeof listing.miles === 'number'
                ? rich('{distance}<hidden> from {origin}</hidden>', {
                    distance,
                    hidden: srOnly,
                    origin,
                  })
                : distance}
            </span>
          )}{' '}
          {(listing.street ?? listing.address) && <bdi>{listing.street ?? listing.address}</bdi>}
        </p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what is inserted is escaped. */}
        <p className="kind" dangerouslySetInnerHTML={useHtml(toKind(listing))} />
        {listing.intro && (
          <p lang={toLang(listing.textLanguage)} className="intro">
            {listing.intro}
          </p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what is inserted is escaped. */}
        <p className="marks" dangerouslySetInnerHTML={useHtml(toMarks(listing))} />
      </div>
      <RowActions listing={listing} />
      {listing.branches && (
        <Suspense>
          <Branches listing={listing} renderRows={(listings) => <ListingRows listings={listings} origin={origin} />} />
        </Suspense>
      )}
    </li>
  );
}

// Strings, because React takes several times as long for elements, and a page has dozens of rows.

/** What it is; says in words that it or its place is paid for, or that it is a sample. */
function toKind(listing: Row): string {
  const { sponsored, isFeatured, sample, category, unclaimed } = listing;
  const mark = sponsored ? t('Sponsored') : isFeatured ? t('Featured') : sample && t('Sample');
  return `${mark ? `<b>${mark} </b>` : ''}<span>${escapeHtml(category.name)}</span> ${unclaimed ? `<span class="optional">${unclaimedText()}</span>` : toTrustMarks(listing)}`;
}

/** The link, which is told from that of a namesake by the street, the date of what somebody posted, the city, and what it accepts. */
function toMarks({ id, title, street, address, createdAt, posted, city, accepts }: Row): string {
  return `<a href="${localPath(`/ads/${id}`)}" class="cover-link">${detailsText([title, street ?? address].filter(Boolean).join(', '))}</a> ${
    posted ? `<time dateTime="${escapeHtml(createdAt)}">${formatShortDate(createdAt)}</time> ` : ''
  }<bdi>${escapeHtml(city.name)}</bdi>${
    accepts.length > 0 ? ` <span>${t('Accepts {benefits}', { benefits: accepts.join(', ') })}</span>` : ''
  }`;
}

// What only screen readers read is between `quiet` and `end`.
const quiet = '<span class="sr-only">';
const end = '</span>';
const unclaimedText = () => t('Unclaimed{quiet} listing{end}', { quiet, end });
const detailsText = (title: string) =>
  t('View Details{quiet} of {title}{end}', { quiet, title: escapeHtml(title), end });

/** Placeholder rows while listings are loading. */
export function ListingRowSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup label={t('Loading businesses…')} className="listing-rows">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical.
        <div key={index}>
          <Skeleton className="tile" />
          <div>
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-4 w-2/5" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
