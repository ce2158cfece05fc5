import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { renewalSchema, renewedListingSchema } from '#contract/mailings.ts';
import { renewByLink } from '#server/listings/lifecycle/renewal-links.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';

/** `POST /api/renewals`: renews a listing without signing in. */
export function renewalRoute(api: Api, { db }: Pick<PostingDeps, 'db'>) {
  api.post(
    '/api/renewals',
    {
      schema: {
        tags: ['Listings'],
        summary: 'Renew a listing for 30 days by the token of an email, without signing in',
        body: renewalSchema,
        response: { 200: renewedListingSchema, 400: apiErrorSchema, 404: apiErrorSchema, 409: apiErrorSchema },
      },
    },
    async (request) => {
      const { until, ...listing } = await renewByLink(db, request.body);
      return { message: t('Your listing is renewed.'), listing, until: until.toISOString() };
    },
  );
}
