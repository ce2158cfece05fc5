import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { MessageButton } from '#web/conversations/message-button.tsx';
import { SaveButton } from '#web/saved/save-button.tsx';
import { toDirectionsUrl } from './contact-links.ts';
import { trackListingEvent } from './listing-events.ts';
import { shareListing } from './share-links.tsx';

/** What a visitor can do with a listing: call, write where somebody reads it, get directions, save and share. On phones it stays in view. */
export function ListingActions({ listing }: { listing: ListingPage }) {
  const { id, tel, street } = listing;
  return (
    <nav aria-label={t('Contact {business}', { business: listing.businessName })} className="listing-actions no-print">
      <ul>
        {tel && (
          <li>
            <a href={tel} {...onLinkOpen(() => trackListingEvent('phone', id))}>
              <Icon name="phone" className="size-5" />
              {t('Call')}
            </a>
          </li>
        )}
        {!listing.unclaimed && (
          <li>
            <MessageButton listing={listing} />
          </li>
        )}
        {street && (
          <li>
            <a
              href={toDirectionsUrl(listing)}
              target="_blank"
              rel="noopener"
              {...onLinkOpen(() => trackListingEvent('map', id))}
            >
              <Icon name="corner-up-right" className="size-5" />
              {t('Directions')}
            </a>
          </li>
        )}
        <li>
          <SaveButton listing={listing} className="">
            {t('Save')}
          </SaveButton>
        </li>
        <li>
          <button type="button" onClick={() => shareListing(listing)}>
            <Icon name="share-2" className="size-5" />
            {t('Share')}
          </button>
        </li>
      </ul>
    </nav>
  );
}
