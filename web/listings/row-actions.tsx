import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { SaveButton } from '#web/saved/save-button.tsx';
import { toDirectionsUrl } from './contact-links.ts';
import { trackListingEvent } from './listing-events.ts';

/** The buttons of a row: call, in wide lists directions, and save; in the widest with the number and a word. A sample is nobody to call or to visit. */
export function RowActions({ listing }: { listing: Listing }) {
  const { id, title, tel, street, sample } = listing;
  if (sample) return null;
  const number = tel && toNumber(tel);
  return (
    <div className="actions">
      {tel && (
        <a
          href={tel}
          // With what is visible in it, as whoever speaks to a device says it.
          aria-label={t('Call {title}', { title: `${title} ${number}` })}
          {...onLinkOpen(() => trackListingEvent('phone', id))}
          className="call"
        >
          <Icon name="phone" />
          <span>{number || t('Call')}</span>
        </a>
      )}
      {street && (
        <a
          href={toDirectionsUrl(listing)}
          target="_blank"
          rel="noopener"
          aria-label={t('Directions to {title} (opens in a new tab)', { title })}
          {...onLinkOpen(() => trackListingEvent('map', id))}
        >
          <Icon name="corner-up-right" />
          <span>{t('Directions')}</span>
        </a>
      )}
      <SaveButton listing={listing} />
    </div>
  );
}

/** '(949) 555-0100' of 'tel:+19495550100'; '' where it is a number of another country, or has an extension. */
const toNumber = (tel: string) => (/^tel:\+1\d{10}$/.test(tel) ? tel.replace(/.*(...)(...)(....)$/, '($1) $2-$3') : '');
