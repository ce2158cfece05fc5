import type { ListingPage } from '#contract/listings.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/social-platforms.ts';
import { ListingHours } from '../opening-hours/listing-hours.tsx';
import { onLinkOpen } from '../tracking/on-link-open.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { toDirectionsUrls, toHostname, toPhoneLink } from './contact-links.ts';
import { trackListingEvent } from './listing-events.ts';

/** How and when to reach a business: phone, address, directions, opening hours, and for paid listings its website. */
export function ListingContact({ listing }: { listing: ListingPage }) {
  const { id, title, phone, email, businessUrl } = listing;
  return (
    <Card edge={listing.isFeatured} className="grid gap-5 p-5 lg:sticky lg:top-6">
      {phone && (
        <a
          href={toPhoneLink(phone).href}
          {...onLinkOpen(() => trackListingEvent('phone', id))}
          className={`${buttonClass({ size: 'lg' })} tabular-nums`}
        >
          <Icon name="phone" />
          <span className="sr-only">Call </span>
          {toPhoneLink(phone).text}
        </a>
      )}
      <Address listing={listing} />
      {businessUrl && (
        <p className="flex gap-3">
          <Icon name="globe" className="mt-1 size-5 shrink-0 text-pacific" />
          <a
            href={businessUrl}
            target="_blank"
            rel="noopener"
            {...onLinkOpen(() => trackListingEvent('website', id, { title, url: businessUrl }))}
            className="link wrap-anywhere min-w-0 font-semibold"
          >
            {toHostname(businessUrl)}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      )}
      {email && (
        <p className="flex gap-3">
          <Icon name="mail" className="mt-1 size-5 shrink-0 text-pacific" />
          <a href={`mailto:${email}`} className="link wrap-anywhere min-w-0">
            {email}
          </a>
        </p>
      )}
      <SocialLinks listing={listing} />
      <ListingHours listing={listing} />
      {!phone && !businessUrl && !email && (
        <p className="border-t pt-4 text-muted text-sm">No phone number or website is on record for this business.</p>
      )}
    </Card>
  );
}

function SocialLinks({ listing: { socialMedia } }: { listing: ListingPage }) {
  const platforms = Object.keys(SOCIAL_PLATFORMS).filter(
    (platform) => socialMedia[platform as SocialPlatform],
  ) as SocialPlatform[];
  if (platforms.length === 0) return null;
  return (
    <div className="flex gap-3">
      <Icon name="share-2" className="mt-3 size-5 shrink-0 text-pacific" />
      <ul className="flex flex-wrap gap-x-5">
        {platforms.map((platform) => (
          <li key={platform}>
            <a
              href={socialMedia[platform]}
              target="_blank"
              rel="noopener"
              className="link inline-flex min-h-11 items-center"
            >
              {SOCIAL_PLATFORMS[platform]}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Address({ listing }: { listing: ListingPage }) {
  const { google, apple } = toDirectionsUrls(listing);
  const trackedLink = onLinkOpen(() => trackListingEvent('map', listing.id));
  return (
    <div className="flex gap-3">
      <Icon name="map-pin" className="mt-1 size-5 shrink-0 text-pacific" />
      <div className="min-w-0">
        <address className="not-italic">
          {listing.address && <span className="typed block">{listing.address}</span>}
          <span className="typed block">
            <bdi>{listing.city.name}</bdi>, <bdi>{listing.state}</bdi> {listing.zipCode}
          </span>
        </address>
        <p className="mt-1 flex flex-wrap gap-x-5">
          <a
            href={google}
            target="_blank"
            rel="noopener"
            {...trackedLink}
            className="link inline-flex min-h-11 items-center"
          >
            Google Maps<span className="sr-only"> (opens in a new tab)</span>
          </a>
          <a
            href={apple}
            target="_blank"
            rel="noopener"
            {...trackedLink}
            className="link inline-flex min-h-11 items-center"
          >
            Apple Maps<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
    </div>
  );
}
