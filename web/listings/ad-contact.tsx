import type { AdPage } from '#contract/listings.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/social-platforms.ts';
import { AdHours } from '../opening-hours/ad-hours.tsx';
import { whenOpened } from '../tracking/on-link-open.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { recordAct } from './ad-events.ts';
import { directionsTo, hostOf, phoneOf } from './ad-reach.ts';

/** How and when to reach a business: phone, address and the way there, hours, and for paid listings its website. */
export function AdContact({ ad }: { ad: AdPage }) {
  const { id, title, phone, email, businessUrl } = ad;
  return (
    <Card edge={ad.isFeatured} className="grid gap-5 p-5 lg:sticky lg:top-6">
      {phone && (
        <a
          href={phoneOf(phone).href}
          {...whenOpened(() => recordAct('phone', id))}
          className={`${buttonClass({ size: 'lg' })} tabular-nums`}
        >
          <Icon name="phone" />
          <span className="sr-only">Call </span>
          {phoneOf(phone).shown}
        </a>
      )}
      <Address ad={ad} />
      {businessUrl && (
        <p className="flex gap-3">
          <Icon name="globe" className="mt-1 size-5 shrink-0 text-pacific" />
          <a
            href={businessUrl}
            target="_blank"
            rel="noopener"
            {...whenOpened(() => recordAct('website', id, { title, url: businessUrl }))}
            className="link wrap-anywhere min-w-0 font-semibold"
          >
            {hostOf(businessUrl)}
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
      <SocialLinks ad={ad} />
      <AdHours ad={ad} />
      {!phone && !businessUrl && !email && (
        <p className="border-t pt-4 text-muted text-sm">No phone number or website is on record for this business.</p>
      )}
    </Card>
  );
}

function SocialLinks({ ad: { socialMedia } }: { ad: AdPage }) {
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

function Address({ ad }: { ad: AdPage }) {
  const { google, apple } = directionsTo(ad);
  const counted = whenOpened(() => recordAct('map', ad.id));
  return (
    <div className="flex gap-3">
      <Icon name="map-pin" className="mt-1 size-5 shrink-0 text-pacific" />
      <div className="min-w-0">
        <address className="not-italic">
          {ad.address && <span className="typed block">{ad.address}</span>}
          <span className="typed block">
            <bdi>{ad.city.name}</bdi>, <bdi>{ad.state}</bdi> {ad.zipCode}
          </span>
        </address>
        <p className="mt-1 flex flex-wrap gap-x-5">
          <a
            href={google}
            target="_blank"
            rel="noopener"
            {...counted}
            className="link inline-flex min-h-11 items-center"
          >
            Google Maps<span className="sr-only"> (opens in a new tab)</span>
          </a>
          <a
            href={apple}
            target="_blank"
            rel="noopener"
            {...counted}
            className="link inline-flex min-h-11 items-center"
          >
            Apple Maps<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
    </div>
  );
}
