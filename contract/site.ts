import { defineMessage } from '#contract/i18n/t.ts';
import type { SocialPlatform } from '#contract/listing-fields/social-platforms.ts';

export type NewListings = 'live' | 'some-wait' | 'wait';

/** The site's settings by the operator; the same for every visitor. */
export interface Site {
  name: string;
  /** Scheme and host, such as `https://example.com`: for canonical URLs. */
  origin: string;
  operator: string;
  /** Empty when the operator sets none. */
  postalAddress: string;
  /** The email address for visitors. */
  supportEmail: string;
  /** The site's own profiles, by platform; only those that the operator sets. */
  profiles: Partial<Record<SocialPlatform, string>>;
  /** Of a tag manager: a Google tag (`G-…`) or a container (`GTM-…`). */
  measurementId: string | null;
  /** The AdSense id: `ca-pub-…`. */
  adsClientId: string | null;
  /** The path of the PMTiles archive with streets. */
  mapTiles: string;
  /** Whether visitors can create accounts: all, those with an invitation, or none. */
  signUps: SignUps;
  /** Whether new listings go live at once, some wait for approval, or all do. */
  newListings: NewListings;
  /** Whether a card is charged, only seems to be, or cannot be used at all (docs/product.md, Payments). */
  payments: 'live' | 'simulated' | 'closed';
}

export const SIGN_UP_WAYS = ['open', 'invitation', 'off'] as const;
export type SignUps = (typeof SIGN_UP_WAYS)[number];

/** What a site says whose new accounts are by invitation. */
export const SIGN_UPS_BY_INVITATION = defineMessage(
  'New accounts are by invitation at the moment. Open the link in the email with your invitation.',
);

/** What a site without new accounts says where one would be created. */
export const SIGN_UPS_CLOSED = defineMessage('New accounts are closed at the moment.');

/** What a site without card payments says where one would pay. */
export const PAYMENTS_CLOSED = defineMessage('Card payments are not set up yet.');
