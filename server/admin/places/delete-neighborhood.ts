import { sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { DELETED_NEIGHBORHOODS } from '#server/places/places.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { lockPlace, type PlaceDeps, recordPlaceEvent, rowFacts } from './edit-places.ts';

/**
 * Deletes a neighborhood. Its listings stay in its city, or come into another neighborhood around them; its addresses redirect to the city.
 * One of the data does not come back with newer ones.
 * @throws {NotFound} when there is none
 * @throws {Invalid} for a place that is no neighborhood
 * @throws {Conflict} when it was changed since `version`, or a notice is shown there
 */
export const deleteNeighborhood = (
  { db }: Pick<PlaceDeps, 'db'>,
  { id, version, reason, by }: { id: number; version: number; reason: string; by: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const place = await lockPlace(trx, { id, version });
    const { city_id, slug } = place;
    if (place.radius_miles === null || city_id === null) throw new Invalid(t('Only neighborhoods can be deleted.'));
    const { rows: notices } = await sql`
      select from notices where place_id = ${id} and ended_at is null and ends_at > now() limit 1`.execute(trx);
    if (notices.length > 0) throw new Conflict(t('A notice is for this neighborhood. End it first.'));

    await trx.updateTable('zip_codes').set({ place_id: city_id }).where('place_id', '=', id).execute();
    await trx.updateTable('zip_codes').set({ neighborhood_id: null }).where('neighborhood_id', '=', id).execute();
    // From here on triggers find other neighborhoods.
    await trx.updateTable('places').set({ city_id: null, radius_miles: null }).where('id', '=', id).execute();
    await trx.updateTable('listings').set({ place_id: city_id }).where('place_id', '=', id).execute();
    await trx.updateTable('former_place_slugs').set({ place_id: city_id }).where('place_id', '=', id).execute();
    await trx.deleteFrom('places').where('id', '=', id).execute();
    await trx.insertInto('former_place_slugs').values({ slug, place_id: city_id }).execute();
    const key = place.key ?? (place.edited ? null : slug);
    if (key !== null)
      await sql`
        insert into settings (key, value) values (${DELETED_NEIGHBORHOODS}, jsonb_build_array(${key}::text))
        on conflict (key) do update set value = settings.value || excluded.value`.execute(trx);
    await recordPlaceEvent(trx, {
      by,
      reason,
      before: { ...rowFacts(place), status: 'active' },
      after: { place: id, name: place.name, status: 'deleted' },
    });
    await invalidate(trx, [ALL_KEYS]);
  });
