import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import type { ListingOverrides } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

const everyDay = (hours: string) => JSON.stringify(Object.fromEntries(WEEKDAYS.map((day) => [day, hours])));

// More listings than a search reads before it counts in another way (`MAX_CANDIDATES`), and after them some others.
beforeAll(async () => {
  await createListings(1050, { zip: '92101', hours: everyDay('closed') });
  await createListings(30, { zip: '92614', hours: everyDay('all-day') });
});

async function createListings(count: number, overrides: ListingOverrides) {
  const id = await api.createListing({ title: 'Hickory Workshop', ...overrides });
  await sql`
    insert into listings (title, description, business_name, city, zip, place_id, county_id, location_id, category_id,
      top_category_id, hours, origin)
    select title, description, business_name, city, zip, place_id, county_id, location_id, category_id,
      top_category_id, hours, 'import'
    from listings cross join generate_series(2, ${count}::int) where listings.id = ${id}`.execute(api.db);
}

it.each([
  ['in an area', '&near=92614&within=2', 30],
  ['that are open', '&open=now', 30],
  ['in all places, up to 1,000', '', 1000],
])('counts all results %s of a word that more than 1,000 listings have', async (_filter, parameters, total) => {
  expect((await api.get(`/api/search/about?q=hickory${parameters}`)).body.total).toBe(total);
});
