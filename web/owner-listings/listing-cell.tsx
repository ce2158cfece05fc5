import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { SharedListing } from '#contract/ownership/members.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { ListingPicture } from '#web/listings/pictures/listing-picture.tsx';
import { getDisplayStatus, toListingAnchor } from './status.ts';

/** A listing of the table: of the user, or of a business that the user helps. */
export type ListingRow = OwnerListing & Partial<SharedListing>;

/** The picture, title and city of a listing, and why it is hidden. */
export function ListingCell({ listing }: { listing: ListingRow }) {
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
              id={toListingAnchor(listing)}
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
      {listing.hiddenReason && <HiddenReason listing={listing} reason={listing.hiddenReason} />}
    </>
  );
}

function HiddenReason({ listing: { id, role }, reason }: { listing: ListingRow; reason: string }) {
  return (
    <div className="mt-3 rounded-field bg-danger-wash px-3 py-2 text-sm">
      <p className="wrap-anywhere whitespace-pre-line">
        <strong className="font-semibold">{t('We hid this listing:')}</strong> {reason}
      </p>
      {/* Who helps with it cannot object. */}
      {!role && (
        <p className="mt-1">
          {rich('Fix the problem, or tell us why there is none: <link>ask us to look again</link>.', {
            link: (text) => (
              <a href={`/account/ads/${id}/changes`} className="link">
                {text}
              </a>
            ),
          })}
        </p>
      )}
    </div>
  );
}
