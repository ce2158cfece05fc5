import type { Site } from '#contract/site.ts';
import type { Env } from '../env.ts';
import type { MapTiles } from '../storage/map-tiles/map-tiles.ts';
import type { PaymentProvider } from '../stripe/payment-provider.ts';

/** What pages and emails say about the site. */
export const toSite = (env: Env, { cards, mapTiles }: { cards: PaymentProvider; mapTiles: MapTiles | null }): Site => ({
  name: env.SITE_NAME,
  origin: env.ORIGIN,
  operator: env.SITE_OPERATOR,
  postalAddress: env.POSTAL_ADDRESS,
  supportEmail: env.SUPPORT_EMAIL,
  profiles: {
    facebook: env.SOCIAL_FACEBOOK_URL,
    x: env.SOCIAL_X_URL,
    instagram: env.SOCIAL_INSTAGRAM_URL,
    linkedin: env.SOCIAL_LINKEDIN_URL,
  },
  measurementId: env.GA_MEASUREMENT_ID ?? null,
  adsClientId: env.ADS_CLIENT_ID ?? null,
  mapTiles: mapTiles?.url ?? null,
  payments: cards.checkout === 'closed' ? 'closed' : cards.mode,
});
