import type { SettingValues } from '#contract/admin/settings.ts';
import type { NewListings, Site } from '#contract/site.ts';
import type { Env } from '#server/platform/env/env.ts';
import type { PaymentProvider } from '#server/platform/stripe/payment-provider.ts';

/** What pages and emails say about the site. */
export const toSite = (
  env: Env,
  values: SettingValues,
  { cards, mapTiles, newListings }: { cards: PaymentProvider; mapTiles: { url: string }; newListings: NewListings },
): Site => ({
  name: values.siteName,
  origin: env.ORIGIN,
  operator: values.operator,
  postalAddress: values.postalAddress,
  supportEmail: values.supportEmail,
  profiles: {
    facebook: values.facebookUrl || undefined,
    x: values.xUrl || undefined,
    instagram: values.instagramUrl || undefined,
    linkedin: values.linkedinUrl || undefined,
  },
  measurementId: env.GA_MEASUREMENT_ID ?? null,
  adsClientId: env.ADS_CLIENT_ID ?? null,
  mapTiles: mapTiles.url,
  signUps: values.signUps,
  newListings,
  payments: cards.checkout === 'closed' ? 'closed' : cards.mode,
});
