import type { Comparison } from '#contract/compare/compare.ts';
import { MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import type { ListingPage } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import { toBusiness, toComparison } from './facts.ts';
import { defineTool, toQuery, UNKNOWN } from './tool.ts';

/** The id of a listing, as searches return it. */
export const idInput = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const getBusiness = defineTool({
  name: 'get_business',
  title: 'Get a business',
  description:
    'Retrieves a business: hours, phone, address, license and more, each with its source and date, or "unknown". Say how old a fact is, and link the page.',
  access: 'public',
  input: z.strictObject({ id: idInput.describe('From search_businesses') }),
  async run({ id }, { callApi, origin }) {
    return toBusiness(await callApi<ListingPage>(`/api/ads/${id}`), origin, new Date());
  },
});

const compareBusinesses = defineTool({
  name: 'compare_businesses',
  title: 'Compare businesses',
  description: `Retrieves two to ${MAX_COMPARED} businesses side by side, with their distances from a place.`,
  access: 'public',
  input: z.strictObject({
    ids: z.array(idInput).min(2).max(MAX_COMPARED),
    where: z.string().max(MAX_NEAR_LENGTH).optional().describe('What distances are measured from'),
  }),
  async run({ ids, where }, { callApi, origin }) {
    const query = toQuery({ ids: ids.join(','), near: where });
    const { origin: from, listings } = await callApi<Comparison>(`/api/compare?${query}`);
    const missing = ids.filter((id) => !listings.some((listing) => listing.id === id));
    return {
      distances_from: from ?? UNKNOWN,
      businesses: listings.map((listing) => toComparison(listing, origin, new Date())),
      ...(missing.length > 0 && { not_listed: missing }),
    };
  },
});

/** The tools that read businesses. */
export const BUSINESS_TOOLS = [getBusiness, compareBusinesses];
