import { t } from '#contract/i18n/t.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import type { ListingPage } from '#contract/listings.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { onLinkOpen } from '#web/base/tracking/on-link-open.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { ListingHours } from '#web/opening-hours/listing-hours.tsx';
import { toDestination, toDirectionsUrl } from './contact-links.ts';
import { toHostname } from './hostname.ts';
import { trackListingEvent } from './listing-events.ts';

/** How and when to reach a business: phone, address, directions, opening hours, and its website where that is shown. */
export function ListingContact({ listing }: { listing: ListingPage }) {
  const { phone, tel, otherTel, email, businessUrl, sample } = listing;
  return (
    <Card className="grid gap-5 p-5 lg:sticky lg:top-6">
      {sample && <p>{t('On your own listing, customers call you, visit your website and follow you from here.')}</p>}
      {phone &&
        !sample &&
        (otherTel ? phone.split(/ \/ (.*)/, 2) : [phone]).map((part, index) => (
          <PhoneNumber key={part} id={listing.id} tel={index ? otherTel : tel} phone={part} />
        ))}
      <Address listing={listing} />
      {!sample && <OnlineContact listing={listing} />}
      <ListingHours listing={listing} />
      {!phone && !businessUrl && !email && (
        <p className="border-t pt-4 text-muted text-sm">
          {t('We don’t have a phone number or website for this business.')}
        </p>
      )}
    </Card>
  );
}

const NEW_TAB_NOTE = <span className="sr-only"> {t('(opens in a new tab)')}</span>;

function PhoneNumber({ id, tel, phone }: { id: number; tel: string | null; phone: string }) {
  return (
    <p className="flex gap-3">
      <Icon name="phone" className="mt-1 size-5 shrink-0 text-pacific" />
      {tel ? (
        <a
          href={tel}
          {...onLinkOpen(() => trackListingEvent('phone', id))}
          className="link wrap-anywhere min-w-0 font-semibold"
        >
          {rich('<hidden>Call </hidden>{phone}', { hidden: srOnly, phone })}
        </a>
      ) : (
        phone
      )}
    </p>
  );
}

function OnlineContact({ listing }: { listing: ListingPage }) {
  const { id, title, email, businessUrl } = listing;
  return (
    <>
      {businessUrl && (
        <p className="flex gap-3">
          <Icon name="globe" className="mt-1 size-5 shrink-0 text-pacific" />
          <a
            href={businessUrl}
            target="_blank"
            rel={listing.isFeatured ? 'noopener' : 'nofollow ugc noopener'}
            {...onLinkOpen(() => trackListingEvent('website', id, { title, url: businessUrl }))}
            className="link wrap-anywhere min-w-0 font-semibold"
          >
            {toHostname(businessUrl)}
            {NEW_TAB_NOTE}
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
    </>
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
              {NEW_TAB_NOTE}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Address({ listing }: { listing: ListingPage }) {
  const maps = {
    'Google Maps': toDirectionsUrl(listing),
    'Apple Maps': `https://maps.apple.com/?daddr=${toDestination(listing)}`,
  };
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
        {listing.serviceAreaOnly && t('Goes to its customers')}
        {listing.street && !listing.sample && (
          <p className="no-print mt-1 flex flex-wrap gap-x-5">
            {Object.entries(maps).map(([name, href]) => (
              <a
                key={name}
                href={href}
                target="_blank"
                rel="noopener"
                {...onLinkOpen(() => trackListingEvent('map', listing.id))}
                className="link inline-flex min-h-11 items-center"
              >
                {name}
                {NEW_TAB_NOTE}
              </a>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
