import { type Kysely, sql } from 'kysely';
import { slotAdSchema } from '#contract/advertising/ad-slots.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { z } from '#contract/zod.ts';
import type { Gazetteer, ReferenceData } from '#server/places/gazetteer.ts';
import { AD_BOOKINGS_KEY } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { sendFrame } from './frame.ts';
import { BOOKING_END, BOOKING_START, type OpenBookings, type SlotPage, selectAds } from './running-ads.ts';

const pageSchema = z.string().max(200);

/** What advertisers booked in the slots of a page. */
export function slotRoutes(
  api: Api,
  { db, bookings, gazetteer }: { db: Kysely<DB>; bookings: OpenBookings; gazetteer: Gazetteer },
) {
  api.get(
    '/api/slots/:page',
    {
      config: { cacheable: true },
      schema: {
        tags: ['Ads'],
        summary:
          'List the ads that the slots of a page show now: `home`, `county.{slug}`, `city.{slug}`, `location.{slug}`, `zip.{zip}`, `category.{slug}` or `category.{slug}.{city}`',
        params: z.object({ page: pageSchema }),
        response: { 200: z.array(slotAdSchema), 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const page = findPage(gazetteer, request.params.page);
      if (!page) throw new NotFound(t('Page not found.'));
      const { ads, changesAt } = selectAds(bookings, { ...page, language: request.language }, getDatabaseTime());
      setSurrogateKeys(reply, [AD_BOOKINGS_KEY], Number.isFinite(changesAt) ? new Date(changesAt) : null);
      return ads;
    },
  );

  api.get(
    '/api/ad-frames/:id',
    {
      config: { cacheable: true },
      schema: {
        tags: ['Ads'],
        summary: 'Retrieve the HTML of an ad that runs, for a frame',
        produces: ['text/html'],
        params: z.object({ id: idSchema }),
        response: { 200: z.string(), 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { rows } = await sql<{ html: string; ends_at: Date }>`
        select b.html, ${BOOKING_END} as ends_at from ad_bookings b
        where b.id = ${request.params.id} and b.html is not null and ${BOOKING_START} <= now() and ${BOOKING_END} > now()`.execute(
        db,
      );
      const [ad] = rows;
      if (!ad) throw new NotFound(t('This ad doesn’t exist.'));
      setSurrogateKeys(reply, [AD_BOOKINGS_KEY], ad.ends_at);
      return sendFrame(reply, ad.html);
    },
  );
}

/** The county and the categories of a page with slots; undefined if there is no such page. */
function findPage(
  { counties, locations, places, zipCodes, categories }: ReferenceData,
  name: string,
): Omit<SlotPage, 'language'> | undefined {
  const [kind, slug = '', city, ...rest] = name.split('.');
  if (rest.length > 0) return undefined;
  if (kind === 'home' && slug === '') return { county: null, categories: [] };
  if (kind === 'category') {
    const category = categories.bySlug.get(slug);
    const place = city === undefined ? undefined : places.bySlug.get(city);
    if (!category || (city !== undefined && !place)) return undefined;
    return {
      county: place?.county.id ?? null,
      categories: [category.id, ...(category.parent ? [category.parent.id] : [])],
    };
  }
  if (city !== undefined) return undefined;
  if (kind === 'zip') return toPage(zipCodes.get(slug));
  if (kind === 'county') return toCountyPage(counties.bySlug.get(slug));
  // As the page of a city does: a place first, a location second.
  if (kind === 'city') return toPage(places.bySlug.get(slug) ?? locations.bySlug.get(slug));
  if (kind !== 'location') return undefined;
  if (REGIONS_OUTSIDE_CALIFORNIA.some((region) => region.slug === slug)) return { county: null, categories: [] };
  return toPage(locations.bySlug.get(slug) ?? places.bySlug.get(slug));
}

const toCountyPage = (county: { id: number } | undefined) => county && { county: county.id, categories: [] };
const toPage = (place: { county: { id: number } } | undefined) => place && { county: place.county.id, categories: [] };
