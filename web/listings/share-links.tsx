import { useSyncExternalStore } from 'react';
import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Listing, ListingPage } from '#contract/listings.ts';
import { copyLink } from '#web/base/api/copy-text.ts';
import { useSite } from '#web/base/api/site.tsx';
import { LANGUAGE, localPath } from '#web/base/i18n/language.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { trackListingEvent } from './listing-events.ts';

/**
 * Share controls: an email link, files for the address book and calendar of a device, and with JavaScript its share sheet and copying
 * the link.
 */
export function ShareLinks({ listing }: { listing: ListingPage }) {
  const { origin } = useSite();
  const shareSupport = useSyncExternalStore(subscribeNever, getShareSupport, () => 'none');
  const body = encodeURIComponent(origin + localPath(`/ads/${listing.id}`));
  const button = buttonClass({ variant: 'ghost', size: 'sm' });
  return (
    <p className="no-print -mx-3.5 flex flex-wrap gap-1">
      {shareSupport === 'share' && (
        <button type="button" onClick={() => shareListing(listing)} className={button}>
          <Icon name="share-2" />
          {t('Share')}
        </button>
      )}
      <button
        type="button"
        onClick={() => copyListingLink(listing)}
        className={`${button} ${shareSupport === 'none' ? 'invisible' : ''}`}
      >
        <Icon name="link-2" />
        {t('Copy link')}
      </button>
      <a
        href={`mailto:?subject=${encodeURIComponent(toShareTitle(listing))}&body=${body}`}
        {...onLinkOpen(() => trackShare(listing, 'email'))}
        className={button}
      >
        <Icon name="mail" />
        {t('Email')}
      </a>
      {!listing.sample && (
        <a href={toLocalPath(`/ads/${listing.id}/contact.vcf`, LANGUAGE)} download className={button}>
          <Icon name="download" />
          {t('Save contact')}
        </a>
      )}
      {!listing.sample && listing.specialDates.length > 0 && (
        <a href={toLocalPath(`/ads/${listing.id}/special-hours.ics`, LANGUAGE)} download className={button}>
          <Icon name="calendar-plus" />
          {t('Special hours')}
        </a>
      )}
    </p>
  );
}

/** Opens the share sheet of the device, or copies the link if it has none. */
export async function shareListing(listing: Listing): Promise<void> {
  if (!navigator.share) return copyListingLink(listing);
  try {
    await navigator.share({ title: toShareTitle(listing), url: listingUrl(listing) });
    trackShare(listing, 'device');
  } catch {
    // The visitor closed the sheet.
  }
}

async function copyListingLink(listing: Listing): Promise<void> {
  if (await copyLink(listingUrl(listing))) trackShare(listing, 'link');
}

/** With the street: branches of a chain have one name. */
const toShareTitle = ({ title, address }: Listing) => (address ? `${title}, ${address}` : title);
const listingUrl = ({ id }: Listing) => location.origin + localPath(`/ads/${id}`);
const trackShare = ({ id }: Listing, method: string) => trackListingEvent('share', id, { method });

const subscribeNever = () => () => {};
const getShareSupport = () => ('share' in navigator ? 'share' : 'copy');
