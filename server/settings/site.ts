import type { Site } from '#contract/site.ts';
import type { Env } from '../env.ts';
import type { PaymentProvider } from '../stripe/payment-provider.ts';

/** What pages and emails say about the site. */
export const toSite = (env: Env, { checkout, mode }: PaymentProvider): Site => ({
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
  payments: checkout === 'closed' ? 'closed' : mode,
});
