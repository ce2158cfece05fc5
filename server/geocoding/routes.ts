import { apiErrorSchema } from '#contract/api.ts';
import {
  addressPointQuerySchema,
  addressPointSchema,
  addressSuggestionsQuerySchema,
  addressSuggestionsSchema,
} from '#contract/listing-fields/addresses.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import type { AddressDeps } from '#server/geocoding/addresses/locate-addresses.ts';
import { suggestAddresses } from '#server/geocoding/addresses/suggest-addresses.ts';
import type { Api } from '#server/platform/http/api.ts';
import { findLikelyPoint } from './likely-point.ts';

const tags = ['Addresses'];
const failures = { 400: apiErrorSchema, 429: apiErrorSchema };

/** Addresses while an owner types them, and the point that one is likely at. Each costs as much as a search. */
export function addressRoutes(api: Api, deps: AddressDeps) {
  api.get(
    '/api/addresses/suggestions',
    {
      schema: {
        tags,
        summary: 'Suggest addresses for a partial one',
        querystring: addressSuggestionsQuerySchema,
        response: { 200: addressSuggestionsSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { zip, ...typed } = request.query;
      reply.header('cache-control', 'public, no-cache');
      return suggestAddresses(deps, { ...typed, zip: readZipCode(zip) ?? '' });
    },
  );

  api.get(
    '/api/addresses/point',
    {
      schema: {
        tags,
        summary: 'Retrieve the likely point of an address, and how exact it is',
        querystring: addressPointQuerySchema,
        response: { 200: addressPointSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { zip, ...typed } = request.query;
      reply.header('cache-control', 'public, no-cache');
      return findLikelyPoint(deps, { ...typed, zip: readZipCode(zip) ?? '' });
    },
  );
}
