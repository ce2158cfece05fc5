import type { ReactNode } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import { onLinkOpen } from '../tracking/on-link-open.ts';
import { Icon } from '../ui/icon.tsx';
import { toDirectionsUrls, toPhoneLink } from './contact-links.ts';
import { trackListingEvent } from './listing-events.ts';
import { shareListing } from './share-links.tsx';

const item =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 font-semibold text-sm hover:text-pacific [&>svg]:size-5 [&>svg]:text-pacific';

/** A bar at the bottom of the screen on phones with links to call, get directions, visit the website and share. */
export function ListingContactBar({ listing }: { listing: ListingPage }) {
  const { id, title, phone, businessUrl } = listing;
  return (
    <nav
      aria-label={`Contact ${listing.businessName}`}
      className="contact-bar no-print sticky bottom-0 z-10 mt-10 border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex divide-x">
        {phone && (
          <Item>
            <a href={toPhoneLink(phone).href} {...onLinkOpen(() => trackListingEvent('phone', id))} className={item}>
              <Icon name="phone" />
              Call
            </a>
          </Item>
        )}
        <Item>
          <a
            href={toDirectionsUrls(listing).google}
            target="_blank"
            rel="noopener"
            {...onLinkOpen(() => trackListingEvent('map', id))}
            className={item}
          >
            <Icon name="navigation" />
            Directions
          </a>
        </Item>
        {businessUrl && (
          <Item>
            <a
              href={businessUrl}
              target="_blank"
              rel="noopener"
              {...onLinkOpen(() => trackListingEvent('website', id, { title, url: businessUrl }))}
              className={item}
            >
              <Icon name="globe" />
              Website
            </a>
          </Item>
        )}
        <Item>
          <button type="button" onClick={() => shareListing(listing)} className={item}>
            <Icon name="share-2" />
            Share
          </button>
        </Item>
      </ul>
    </nav>
  );
}

function Item({ children }: { children: ReactNode }) {
  return <li className="flex-1">{children}</li>;
}
