import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import { listingsQuerySchema } from '#contract/listings.ts';
import { zipListingsSchema } from '#contract/places.ts';
import { z } from '#contract/zod.ts';
import { inZipCode } from '#server/listings/read/scopes.ts';
import { COUNTS_KEY, toCountyLink, toLink, toLocationLink } from '#server/places/places.ts';
import { findZipCode, nearestZipCodes } from '#server/places/zip-codes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { type ListDeps, listPage, sendPage } from './place-list-routes.ts';

const config = { cacheable: true };
const tags = ['Listings'];
const failures = { 400: apiErrorSchema, 404: apiErrorSchema };

/** A ZIP code with its listings. */
export function zipCodeRoute(api: Api, deps: ListDeps) {
  const { gazetteer, counts, settings } = deps;
  api.get(
    '/api/zip/:zip/ads',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a ZIP code with its listings, nearest to its center first',
        // What cannot be a ZIP code is as unknown as any other: the page shows the same for both.
        params: z.object({ zip: slugSchema }),
        querystring: listingsQuerySchema,
        response: { 200: zipListingsSchema, ...failures },
      },
    },
    async (request, reply) => {
      const zipCode = findZipCode(gazetteer, request.params.zip);
      const { zip, location, place, county, lat, lng } = zipCode;
      const found = await listPage(
        deps,
        inZipCode(zipCode),
        { ...request.query, path: `/api/search?place=${zip}` },
        settings.featuredInLists,
      );
      const nearest = nearestZipCodes(gazetteer, counts, zipCode);
      const keys = counts.zipCodes.has(zip) ? found.surrogateKeys : [...found.surrogateKeys, COUNTS_KEY];
      const ads = sendPage(reply, { ...found, surrogateKeys: keys });
      return {
        zip,
        location: toLocationLink(location),
        city: place && toLink(place),
        county: toCountyLink(county),
        nearest,
        point: { lat, lng },
        ads,
      };
    },
  );
}
