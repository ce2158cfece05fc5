import { afterAll, expect, it, onTestFinished } from 'vitest';
import { LISTING_FIELDS } from '#contract/listing-fields/listing-fields.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { createSampleDirectory, readSampleLoads } from '#tests/support/sample-directory.ts';
import { makeAccount, makeListing } from './factories.ts';
import { removeSamples } from './remove-samples.ts';
import { loadSamples } from './samples.ts';

// For the tests that only read them.
const loaded = await createSampleDirectory();
afterAll(loaded.drop);
const { results, invalidations } = readSampleLoads();
const loadSummary = results.find((summary) => summary !== null);

const listings = ({ db }: TestDatabase) => db.selectFrom('listings').selectAll().orderBy('id').execute();

it('An empty database gets thousands of unclaimed open-data listings in every county, with a summary of skipped rows', async () => {
  expect(invalidations).toEqual([[ALL_KEYS]]);
  const open = (await listings(loaded)).filter(({ origin }) => origin === 'open-data');
  expect(open.length).toBeGreaterThanOrEqual(2500);
  expect(open.length).toBe(loadSummary?.openData);
  expect(new Set(open.map(({ level, owner_id, expires_at }) => `${level} ${owner_id} ${expires_at}`))).toEqual(
    new Set(['free null null']),
  );
  expect(new Set(open.map(({ location_id }) => location_id)).size).toBe(9);
  expect(new Set(open.map(({ source }) => source)).size).toBe(4);
  for (const { file, summary: counts } of loadSummary?.files ?? []) {
    expect([file, counts.added + counts.merged + counts.skipped]).toEqual([file, counts.read]);
  }
  expect(loadSummary?.files.map(({ summary: counts }) => counts.read)).toEqual([148, 334, 459, 2291]);
  const breweries = loadSummary?.files.find(({ file }) => file === 'socal_breweries.csv')?.summary;
  expect(breweries?.skips).toMatchObject({ closed: 29, planned: 35 });
});

it('The newest listings are of every kind', async () => {
  const newest = (await listings(loaded)).slice(-20);
  expect(new Set(newest.map(({ source }) => source)).size).toBe(4);
});

it('No listing is far from its ZIP code, in capitals, or a duplicate within its source', async () => {
  const open = (await listings(loaded)).filter(({ origin }) => origin === 'open-data');
  expect(open.filter(({ lng }) => lng !== null && (lng < -121 || lng > -114))).toEqual([]);
  const shouted = open.filter(({ title }) => /\s/.test(title) && /\p{Lu}{5}/u.test(title) && !/\p{Ll}/u.test(title));
  expect(shouted.map(({ title }) => title)).toEqual([]);
  const keys = open.map(({ source, title, address, description }) => `${source}|${title}|${address}|${description}`);
  expect(keys.length - new Set(keys).size).toBe(0);
});

it('A dozen paid samples say that they are samples, and their contacts reach nobody', async () => {
  const samples = (await listings(loaded)).filter(({ origin }) => origin === 'sample');
  expect(samples).toHaveLength(12);
  for (const sample of samples) {
    expect(sample.description).toMatch(/made[ -]up|sample|invented/i);
    expect(sample.website).toMatch(/\.example$/);
    expect(sample.phone).toMatch(/555-01\d\d$/);
    expect(sample).toMatchObject({ owner_id: null, expires_at: null, image_url: null });
    expect(Number(sample.paid_until)).toBeGreaterThan(Date.now());
  }
  // Each shows everything that its level has.
  for (const { level, hours, social_media, headline, tags, faq, review } of samples) {
    expect([hours, social_media]).not.toContain(null);
    if (level === 'premium') expect([headline, tags, faq, review].map(Boolean)).toEqual([true, true, true, true]);
    for (const url of Object.values(social_media as object)) expect(new URL(url).pathname).toBe('/');
  }
  expect(new Set(samples.map(({ level }) => level))).toEqual(new Set(['premium', 'enhanced']));
  expect(new Set(samples.map(({ county_id }) => county_id)).size).toBe(8);
});

it('Each sample also says in Spanish what it is', async () => {
  const samples = (await listings(loaded)).filter(({ origin }) => origin === 'sample');
  for (const { title, language, translations } of samples) {
    expect(language, title).toBe('en');
    expect(LISTING_FIELDS.translations.input.parse(translations), title).toEqual({
      es: { title: expect.not.stringContaining(title), description: expect.stringMatching(/ejemplo|inventad/) },
    });
  }
});

it('Samples are loaded once, and only into an empty database', async () => {
  expect(await loadSamples(loaded.db)).toBeNull();

  const used = await createTestDatabase();
  const own = await makeListing(used.db);
  expect(await loadSamples(used.db)).toBeNull();
  expect(await used.db.selectFrom('listings').select('id').execute()).toEqual([{ id: own.id }]);
  await used.drop();
});

it('Samples are loaded once when two processes start together', () => {
  expect(results.filter((summary) => summary !== null)).toHaveLength(1);
});

it('Removed samples do not return, and listings that an account claimed or posted stay', async () => {
  const database = await createSampleDirectory();
  onTestFinished(database.drop);
  const owner = await makeAccount(database.db);
  const [claimed] = await listings(database);
  await database.db
    .updateTable('listings')
    .set({ owner_id: owner.id })
    .where('id', '=', claimed?.id ?? 0)
    .execute();
  const posted = await makeListing(database.db);
  const renewals = await recordInvalidations(database);

  const removed = await removeSamples(database.db);
  expect(removed.openData + removed.samples).toBe((loadSummary?.openData ?? 0) + 12 - 1);
  expect(await renewals.takeReceived()).toEqual([[ALL_KEYS]]);
  await renewals.close();
  expect((await listings(database)).map(({ id }) => id)).toEqual([claimed?.id, posted.id]);

  expect(await removeSamples(database.db)).toEqual({ openData: 0, samples: 0 });
  await database.db.deleteFrom('listings').execute();
  expect(await loadSamples(database.db)).toBeNull();
});

it('Nothing is loaded after samples were removed from an empty database', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await removeSamples(database.db);
  expect(await loadSamples(database.db)).toBeNull();
});
