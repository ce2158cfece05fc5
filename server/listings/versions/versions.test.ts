import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { LISTING_FIELDS, STORED_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { purge } from '#server/listings/lifecycle/purge.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { describeChange } from './describe-change.ts';
import { deleteOldVersions } from './versions.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

const versions = (id: number) =>
  db.selectFrom('listing_versions').selectAll().where('listing_id', '=', id).orderBy('number').execute();
const change = (id: number, set: object) => db.updateTable('listings').set(set).where('id', '=', id).execute();

/** A value of each column that differs from that of a new listing. */
const VALUES: Record<string, unknown> = {
  state: 'AZ',
  language: 'es',
  translations: '{"es":{"title":"Plomería Hora Dorada"}}',
  image_url: 'https://a.example/b.png',
  hours: '{"monday":"closed"}',
  special_hours: '[{"on":"12-25","hours":"closed"}]',
  social_media: '{"x":"https://x.com/a"}',
  languages: ['Spanish'],
  year_founded: 1990,
  email_shown: true,
  service_area_only: true,
  service_radius: 20,
  more_category_ids: [3],
  tags: ['tag'],
  faq: '[{"question":"a","answer":"b"}]',
  review: '{"quote":"a","author":"b"}',
  website: 'https://a.example',
};

describe('The versions of a listing', () => {
  it.each(STORED_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column))('record a change of %s', async (column) => {
    // Of a business without a street, so that no other column changes.
    const { id } = await makeListing(db, { address: null });
    await change(id, { [column]: VALUES[column] ?? 'Something else' });
    expect((await versions(id)).map(({ after }) => Object.keys(after as object))).toEqual([[column]]);
  });

  it('record pictures and the pin of the owner, and no other point, no state and no metric', async () => {
    const { id } = await makeListing(db);
    await change(id, { photos: '[{"id":1}]' });
    await change(id, { lat: 33.68, lng: -117.83, point_source: 'owner' });
    expect(await versions(id)).toMatchObject([
      { after: { photos: [{ id: 1 }] } },
      { after: { lat: 33.68, lng: -117.83 } },
    ]);
    const other = await makeListing(db);
    await change(other.id, { lat: 33.68, lng: -117.83, point_source: 'geocoder' });
    await change(other.id, { status: 'paused', updated_at: new Date(), version: 7 });
    expect(await versions(other.id)).toEqual([]);
  });

  it('are none of a new listing, a draft, a sample or a deleted listing', async () => {
    for (const columns of [{ status: 'draft' }, { status: 'deleted' }, { origin: 'sample' }] as const) {
      const { id } = await makeListing(db, columns);
      await change(id, { title: 'Something else' });
      expect(await versions(id)).toEqual([]);
    }
  });

  it('are one for each transaction, with who, why and all that it changed', async () => {
    const { id, owner_id } = await makeListing(db);
    await db.transaction().execute(async (trx) => {
      await describeChange(trx, { kind: 'edit', accountId: owner_id as number, role: 'owner', reason: 'New number' });
      await trx.updateTable('listings').set({ phone: '1', title: 'First' }).where('id', '=', id).execute();
      await trx.updateTable('listings').set({ title: 'Second', photos: '[{"id":1}]' }).where('id', '=', id).execute();
    });
    await change(id, { phone: '2' });
    expect(await versions(id)).toMatchObject([
      {
        ...{ number: 1, kind: 'edit', account_id: owner_id, role: 'owner', owner_id, reason: 'New number' },
        before: { phone: '(949) 555-0100', title: 'Golden Hour Plumbing', photos: [] },
        after: { phone: '1', title: 'Second', photos: [{ id: 1 }] },
      },
      { number: 2, kind: 'other', account_id: null, role: null, reason: null, after: { phone: '2' } },
    ]);
  });

  it('are at most 50, the newest, and are deleted after two years', async () => {
    const { id } = await makeListing(db);
    for (let i = 1; i <= 52; i++) await change(id, { phone: String(i) });
    expect((await versions(id)).map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, i) => i + 3));
    await sql`update listing_versions set at = now() - interval '729 days' where number = 51`.execute(db);
    await sql`update listing_versions set at = now() - interval '731 days' where number < 51`.execute(db);
    await deleteOldVersions(db);
    expect((await versions(id)).map(({ number }) => number)).toEqual([51, 52]);
  });

  it('go with what an owner typed when a claimed listing is purged', async () => {
    const { id } = await makeListing(db, { origin: 'open-data', source: 'osm', source_id: '1' });
    const { owner_id } = await makeListing(db);
    await change(id, { owner_id });
    await change(id, { description: 'What the owner typed' });
    await change(id, { status: 'deleted', deleted_from: 'active', deleted_at: new Date(Date.now() - 31 * 86_400_000) });
    await purge(db);
    expect(await versions(id)).toEqual([]);
    expect((await db.selectFrom('listings').select('title').where('id', '=', id).executeTakeFirst())?.title).toBe(
      'Removed',
    );
  });
});
