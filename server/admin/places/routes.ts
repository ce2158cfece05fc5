import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { idSchema } from '#contract/api.ts';
import {
  type AdminPlaces,
  adminPlacesSchema,
  neighborhoodFormSchema,
  placeDeletionSchema,
  placeEditSchema,
} from '#contract/places.ts';
import { z } from '#contract/zod.ts';
import type { Counts } from '#server/places/counts.ts';
import { getCountyName, toLink } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { deleteNeighborhood } from './delete-neighborhood.ts';
import { addNeighborhood, editPlace, type PlaceDeps } from './edit-places.ts';

const onRequest = requirePermission('categories');
const response = { 200: adminPlacesSchema, ...changeErrorResponses };

/** Lists places, adds and edits neighborhoods, and gives places other names. */
export function adminPlaceRoutes(api: Api, deps: PlaceDeps & { counts: Counts }) {
  const list = () => listAdminPlaces(deps.db, deps);
  const by = (request: FastifyRequest) => requireUser(request).accountId;

  api.get(
    '/api/admin/places',
    { onRequest, schema: { tags, summary: 'List the places with their other names and former addresses', response } },
    list,
  );

  api.post(
    '/api/admin/places',
    { onRequest, schema: { tags, summary: 'Add a neighborhood', body: neighborhoodFormSchema, response } },
    async (request) => {
      await addNeighborhood(deps, { ...request.body, by: by(request) });
      return list();
    },
  );

  api.put(
    '/api/admin/places/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Edit a neighborhood, or the other names of a place',
        params: z.object({ id: idSchema }),
        body: placeEditSchema,
        response,
      },
    },
    async (request) => {
      await editPlace(deps, request.params.id, { ...request.body, by: by(request) });
      return list();
    },
  );

  api.post(
    '/api/admin/places/:id/delete',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a neighborhood, whose listings stay in its city',
        params: z.object({ id: idSchema }),
        body: placeDeletionSchema,
        response,
      },
    },
    async (request) => {
      await deleteNeighborhood(deps, { ...request.params, ...request.body, by: by(request) });
      return list();
    },
  );
}

/** As they are in the database, which a change has reached before the memory of every process. */
async function listAdminPlaces(
  db: Kysely<DB>,
  { gazetteer, counts }: Pick<PlaceDeps, 'gazetteer'> & { counts: Counts },
): Promise<AdminPlaces> {
  const former = await db.selectFrom('former_place_slugs').selectAll().orderBy('slug').execute();
  const rows = await db.selectFrom('places').selectAll().orderBy('name').orderBy('id').execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    places: rows.map((row) => {
      const city = row.city_id === null ? undefined : byId.get(row.city_id);
      const county = gazetteer.counties.byId.get(row.county_id);
      return {
        id: row.id,
        name: row.name,
        slug: row.slug,
        county: county ? getCountyName(county) : '',
        city: city ? toLink(city) : null,
        lat: row.lat,
        lng: row.lng,
        radiusMiles: row.radius_miles,
        aliases: row.aliases,
        formerSlugs: former.flatMap(({ place_id, slug }) => (place_id === row.id ? [slug] : [])),
        isEdited: row.edited,
        version: row.version,
        count: counts.places.get(row.id) ?? 0,
      };
    }),
  };
}
