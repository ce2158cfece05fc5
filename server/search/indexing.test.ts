import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { deleteUnusedWords, reindexExpiredPlans, reindexSpecialHours } from './index-maintenance.ts';

const api = await createTestApi();
afterAll(api.close);

const findTitles = async (q: string): Promise<string[]> =>
  (await api.visitor().get(`/api/search?q=${encodeURIComponent(q)}`)).body
    .map(({ title }: { title: string }) => title)
    .sort();
const isFound = async (q: string) => (await api.get(`/api/search?q=${q}&limit=1`)).body.length > 0;

it('changes of an owner have an effect on the next search', async () => {
  const { id: accountId } = await makeAccount(api.db);
  const owner = await api.signedInVisitor(accountId);
  const form = listingForm({ title: 'Hibiscus Hair Studio', businessName: 'Hibiscus Hair Studio' });
  const posted = await owner.post('/api/ads', form);
  expect(posted.status).toBe(201);
  const url = `/api/user/ads/${posted.body.ad.id}`;
  expect(await isFound('hibiscus')).toBe(true);

  const { body } = await owner.get(url);
  const edited = await owner.send('PUT', url, { ...form, title: 'Magnolia Hair Studio', version: body.version });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  expect(await isFound('magnolia')).toBe(true);

  expect((await owner.post(`${url}/pause`)).status).toBe(200);
  expect(await isFound('magnolia')).toBe(false);
  expect((await owner.post(`${url}/resume`)).status).toBe(200);
  expect(await isFound('magnolia')).toBe(true);
  expect((await owner.send('DELETE', url)).status).toBe(200);
  expect(await isFound('magnolia')).toBe(false);
});

it('listings that are hidden or have a suspended owner are not found', async () => {
  const { id: adminId } = await makeAccount(api.db, { id: 1, email: null });
  const admin = await api.signedInVisitor(adminId);
  const { id: owner_id } = await makeAccount(api.db);
  const id = await api.createListing({ title: 'Camellia Carpets', owner_id });
  expect(await isFound('camellia')).toBe(true);

  expect((await admin.post(`/api/admin/ads/${id}/hide`, { reason: 'Spam' })).status).toBe(200);
  expect(await isFound('camellia')).toBe(false);
  expect((await admin.post(`/api/admin/ads/${id}/show`)).status).toBe(200);
  expect(await isFound('camellia')).toBe(true);

  expect((await admin.post(`/api/admin/users/${owner_id}/suspend`, { reason: 'Spam' })).status).toBe(200);
  expect(await isFound('camellia')).toBe(false);
  expect((await admin.post(`/api/admin/users/${owner_id}/activate`)).status).toBe(200);
  expect(await isFound('camellia')).toBe(true);
});

it('an expired listing is not found until it is renewed', async () => {
  const id = await api.createListing({ title: 'Azalea Awnings', expires_at: new Date(Date.now() + 60_000) });
  expect(await isFound('azalea')).toBe(true);
  await sql`update listings set expires_at = now() - interval '1 second' where id = ${id}`.execute(api.db);
  expect(await isFound('azalea')).toBe(false);
  await sql`update listings set expires_at = now() + interval '30 days' where id = ${id}`.execute(api.db);
  expect(await isFound('azalea')).toBe(true);
});

it('a deleted row is removed from the index', async () => {
  const id = await api.createListing({ title: 'Begonia Bikes' });
  await sql`delete from listings where id = ${id}`.execute(api.db);
  expect(await isFound('begonia')).toBe(false);
});

it('a listing is indexed without scanning a table, even a small one, because the plan is reused when it has grown', async () => {
  const countScans = sql<{ relname: string; seq_scan: number }>`
    select relname, seq_scan from pg_stat_xact_user_tables
    where relname in ('listing_search', 'search_words', 'search_compounds') order by relname`;
  await api.db.transaction().execute(async (trx) => {
    const { rows: before } = await countScans.execute(trx);
    await makeListing(trx, { title: 'Verbena Vans' });
    expect((await countScans.execute(trx)).rows).toEqual(before);
    expect(before).toHaveLength(3);
  });
});

it('each telephone number is found, without its extension and label, in old forms and by its letters', async () => {
  const numbers = {
    '(949) 555-0100': ['9495550100'],
    '(949) 555-0100 x12': ['9495550100'],
    '(949) 555-0100 / (949) 555-0199 (Cell, Ana)': ['9495550100', '9495550199'],
    '1-800-GO-PLUMBER': ['8004675862'],
    '+52 664 634 1234': ['6646341234'],
    '+44 20 7946 0000': ['2079460000'],
    '+1 949.555.0100 ext 7': ['9495550100'],
    '9495550100': ['9495550100'],
    '555-0100': ['5550100'],
    'call us': null,
  };
  const { rows } = await sql<{ phone: string; numbers: string[] | null }>`
    select phone, search_phone_numbers(phone) as numbers from unnest(${Object.keys(numbers)}::text[]) as phone`.execute(
    api.db,
  );
  expect(Object.fromEntries(rows.map(({ phone, numbers }) => [phone, numbers]))).toEqual(numbers);
  await api.createListing({ title: 'Two Phones', phone: '(949) 555-0123 x12 / (949) 555-0145' });
  for (const q of ['phone 9495550123', '9495550145', '(949) 555-0145'])
    expect(await findTitles(q)).toEqual(['Two Phones']);
});

it('a renamed place or category is found by its new name', async () => {
  await api.createListing({ title: 'Dahlia Doors', category: 'garage-doors', zip: '92614' });
  await sql`update categories set name = 'Portcullises' where slug = 'garage-doors'`.execute(api.db);
  await sql`update places set name = 'Newirvine' where slug = 'irvine'`.execute(api.db);
  expect(await isFound('portcullises')).toBe(true);
  expect(await isFound('dahlia newirvine')).toBe(true);
});

describe('Texts in Spanish', () => {
  it('are found by other forms of their words, each language by its own', async () => {
    const description = 'Reparamos refrigeradores y pulimos mármol. Hacemos instalaciones para flores.';
    await api.createListing({ title: 'Zinnia Uno', language: 'es', description });
    await api.createListing({
      title: 'Zinnia Two',
      description: 'We polish marble and come for every repair of shelves.',
    });
    expect(await findTitles('zinnia reparación de refrigerador')).toEqual(['Zinnia Uno']);
    expect(await findTitles('zinnia REPARACION')).toEqual(['Zinnia Uno']);
    expect(await findTitles('zinnia pulir')).toEqual(['Zinnia Uno']);
    expect(await findTitles('zinnia flor')).toEqual(['Zinnia Uno']);
    expect(await findTitles('zinnia instalacion')).toEqual(['Zinnia Uno']);
    expect(await findTitles('zinnia polishes')).toEqual(['Zinnia Two']);
    const { rows } = await sql<{ words: string }>`select words::text as words from listing_search
      join listings on id = listing_id where title = 'Zinnia Uno'`.execute(api.db);
    expect(rows[0]?.words).toContain("'~+pul'");
    expect(rows[0]?.words).not.toContain("'~pul");
    // An English text has no Spanish stems, as 'marbl' is not 'mármol', and 'com' is not 'comer'.
    expect(await findTitles('zinnia comer')).toEqual([]);
  });

  it('and English ones are found as they were written and as they were translated', async () => {
    const translations = { es: { title: 'Tapicería Petunia', description: 'Tapizamos sillones.' } };
    const id = await api.createListing({ title: 'Petunia Upholstery', description: 'We cover sofas.', translations });
    for (const q of [
      'petunia upholstery',
      'tapiceria petunia',
      'tapiceriapetunia',
      'petunia sofa',
      'petunia tapizar sillón',
    ]) {
      expect(await findTitles(q), q).toEqual(['Petunia Upholstery']);
    }
    expect(await findTitles('tapisería petunia')).toEqual(['Petunia Upholstery']);
    await api.db.updateTable('listings').set({ translations: '{}' }).where('id', '=', id).execute();
    expect(await findTitles('petunia tapizar sillón')).toEqual([]);
    const english = { en: { description: 'We braid leather.' } };
    await api.createListing({
      title: 'Freesia',
      language: 'es',
      description: 'Trenzamos cuero.',
      translations: english,
    });
    for (const q of ['freesia leathers', 'freesia trenzar']) expect(await findTitles(q), q).toEqual(['Freesia']);
  });

  it('are recognized where their owners did not say so', async () => {
    await api.createListing({ title: 'Panadería La Lobelia', description: 'Bread.' });
    await api.createListing({ title: 'Lobelia', description: 'Tejemos canastas para fiestas y adornos con listones.' });
    await api.createListing({
      title: 'Lobelia Con Brio',
      description: 'Songs en route, and la la la on La Brea in Los Angeles.',
    });
    expect(await findTitles('lobelias panaderia')).toEqual(['Panadería La Lobelia']);
    expect(await findTitles('lobelia tejer canasta')).toEqual(['Lobelia']);
    const { rows } = await sql<{ title: string }>`select title from listing_search join listings on id = listing_id
      where title like '%Lobelia%' and words::text like '%+%' order by title`.execute(api.db);
    expect(rows.map(({ title }) => title)).toEqual(['Lobelia', 'Panadería La Lobelia']);
  });
});

it('when a paid term ends, tags are no longer searched, and the distance stays', async () => {
  const tags = ['heliotrope'];
  const id = await api.createListing({ title: 'Foxglove Frames', level: 'premium', tags, lat: 33.7, lng: -117.9 });
  expect(await isFound('heliotrope')).toBe(true);
  await sql`update listing_search set paid_until = now() - interval '1 second' where listing_id = ${id}`.execute(
    api.db,
  );
  await sql`alter table listings disable trigger user`.execute(api.db);
  await sql`update listings set paid_until = now() - interval '1 second' where id = ${id}`.execute(api.db);
  await sql`alter table listings enable trigger user`.execute(api.db);

  await reindexExpiredPlans(api.db);
  expect(await isFound('heliotrope')).toBe(false);
  const { body } = await api.get('/api/search?q=foxglove&near=92614');
  expect(body).toMatchObject([{ title: 'Foxglove Frames', miles: expect.closeTo(4, 0) }]);
});

it('special hours of every year are computed anew in each year', async () => {
  const special_hours = JSON.stringify([{ on: '12-25', hours: 'closed' }]);
  const id = await api.createListing({ title: 'Larkspur Lamps', special_hours });
  const indexed = sql<{
    days: string;
  }>`select special_days::text as days, special_year from listing_search where listing_id = ${id}`;
  const { rows } = await indexed.execute(api.db);
  expect(rows[0]?.days).toMatch(/^\{(\[\d+,\d+\),?){4}\}$/);
  await sql`update listing_search set special_year = special_year - 1, special_days = null where listing_id = ${id}`.execute(
    api.db,
  );
  await reindexSpecialHours(api.db);
  expect((await indexed.execute(api.db)).rows).toEqual(rows);
});

it('words that no name has any more are not used for corrections, and all others are', async () => {
  const id = await api.createListing({ title: 'Gladiolus Glass' });
  await api.createListing({ title: 'Gardenia Gates' });
  await sql`insert into search_words values ('gardenia')`.execute(api.db);
  await sql`delete from listings where id = ${id}`.execute(api.db);
  await deleteUnusedWords(api.db);
  const { rows } = await sql<{ word: string }>`
    select word from search_words where word in ('gladiolus', 'gardenia')
    union all select word from search_compounds where word in ('gladiolus glass', 'gardenia gates')`.execute(api.db);
  expect(rows).toEqual([{ word: 'gardenia' }, { word: 'gardenia gates' }]);
  expect(await isFound('gardennia')).toBe(true);
  expect(await isFound('gardenniagates')).toBe(true);
});
