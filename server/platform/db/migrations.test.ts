import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hashToken } from '#server/platform/http/sessions.ts';
import { getDatabaseUrl } from '#tests/support/database.ts';
import { queryTestServer } from '#tests/support/test-server.ts';
import { listMigrations } from './migrate.ts';

const name = `migrations_${process.pid}`;
const client = new pg.Client(getDatabaseUrl(inject('postgres'), name));

beforeAll(async () => {
  await queryTestServer(`create database ${name}`);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await queryTestServer(`drop database ${name} with (force)`);
});

let applied = 0;
/** Applies the migrations up to this number, after those of the tests before. */
async function migrateTo(number: number) {
  for (const { path } of listMigrations().slice(applied, number)) await client.query(readFileSync(path, 'utf8'));
  applied = number;
}

async function query(text: string, values?: unknown[]) {
  const { rows } = await client.query(text, values);
  return rows;
}

/** Inserts a listing with these columns besides those that it needs. */
async function insertListing(columns: Record<string, unknown>): Promise<string> {
  const needed = { title: 'Tacos', description: 'Tacos.', business_name: 'Tacos', city: 'Irvine', zip: '92614' };
  const all = { ...needed, county_id: 1, location_id: 1, category_id: 1, top_category_id: 1, ...columns };
  const parameters = Object.keys(all).map((_, index) => `$${index + 1}`);
  const text = `insert into listings (${Object.keys(all)}) values (${parameters}) returning id`;
  const [{ id }] = await query(text, Object.values(all));
  return id;
}

describe('The rows of earlier releases, one migration after the other', { shuffle: false }, () => {
  it('0015: a paid listing with the URL of a picture waits for its copy, and has no picture in the search meanwhile', async () => {
    await migrateTo(14);
    await query(`
      insert into counties (id, name, slug, fips, lat, lng) values (1, 'Orange', 'orange-county', '06059', 33.7, -117.8);
      insert into locations (id, name, slug, county_id) values (1, 'Orange County', 'orange-county', 1);
      insert into zip_codes (zip, city, county_id, location_id, lat, lng) values ('92614', 'Irvine', 1, 1, 33.7, -117.8);
      insert into categories (slug, name, position) values ('food', 'Food', 1);
      insert into accounts (username, username_key, email, email_key, password_hash) values ('ann', 'ann', 'a@x.example', 'a@x.example', 'x');`);
    const paid = { owner_id: 2, level: 'premium', paid_until: '2099-01-01' };
    const id = await insertListing({ ...paid, image_url: 'https://shop.example/a.jpg' });
    const findWithPicture = () => query(`select listing_id from listing_search where words::text like '%#photos%'`);
    expect(await findWithPicture()).toEqual([{ listing_id: id }]);

    await migrateTo(15);
    expect(await findWithPicture()).toEqual([]);
    const listings = await query('select image_url, image_copy, image_refused from public_listings');
    expect(listings).toEqual([{ image_url: 'https://shop.example/a.jpg', image_copy: null, image_refused: false }]);
    const copy = { id: 1, name: 'a', width: 400, height: 300, widths: [400] };
    await query('update listings set image_copy = $1', [copy]);
    expect(await findWithPicture()).toEqual([{ listing_id: id }]);
    await expect(query('update listings set image_url = null')).rejects.toThrow('check constraint');
  });

  it('0016: links that were emailed before work on, and no token is stored', async () => {
    await migrateTo(15);
    const listing = await insertListing({ origin: 'open-data', source: 'osm', source_id: '0' });
    const [claimHash, token] = [Buffer.alloc(32, 7), 'x'.repeat(43)];
    await query(
      `insert into claims (account_id, listing_id, status, email, token_hash, token_expires_at)
        values (2, $1, 'mailed', 'shop@x.example', $2, '2099-01-01')`,
      [listing, claimHash],
    );
    await query(`insert into mailings (account_id, kind, token) values (2, 'weekly-summary', $1)`, [token]);
    await migrateTo(16);
    expect(await query('select token_hash, expires_at from claim_links')).toEqual([
      { token_hash: claimHash, expires_at: new Date('2099-01-01') },
    ]);
    expect(await query('select token_hash from unsubscribe_links')).toEqual([{ token_hash: hashToken(token) }]);
    await query('delete from claims');
  });

  it('0017: what earlier releases kept of deleted accounts and claimed listings is erased', async () => {
    await migrateTo(16);
    const deleted = { origin: 'open-data', source: 'osm', status: 'deleted', deleted_from: 'active' };
    const typed = {
      title: 'Mine',
      phone: '(949) 555-0100',
      email: 'me@x.example',
      image_url: 'https://me.example/a.jpg',
    };
    const purged = await insertListing({ ...deleted, ...typed, source_id: '1', deleted_at: '2020-01-01' });
    const recent = await insertListing({ ...deleted, ...typed, source_id: '2', deleted_at: new Date(), owner_id: 2 });
    await query(
      `insert into claims (account_id, listing_id, status, reason, decided_at) values (2, $1, 'declined', 'No', now())`,
      [purged],
    );
    await query(`
      insert into contact_messages (name, email, inquiry_type, subject, message, status, answer, answered_at) values
        (null, null, 'other', 'Bill', 'My bill.', 'answered', 'Yes.', now()), ('Ann', 'a@x.example', 'other', 'Bill', 'My bill.', 'new', null, null);
      insert into payments (account_id, username, plan, level, months, amount_cents, mode) values
        (null, 'bob', 'monthly', 'premium', 1, 10000, 'live'), (2, 'ann', 'monthly', 'premium', 1, 10000, 'live');
      insert into refund_requests (payment_id, reason, answer, status, decided_at) select id, 'I am ill', 'No', 'declined', now() from payments;
      insert into refunds (payment_id, amount_cents, reason, ends_level) select id, 100, 'ill', false from payments;`);

    await migrateTo(17);
    const [first, second] = await query('select * from listings where id = any($1) order by id', [[purged, recent]]);
    const erased = { title: 'Removed', city: 'Irvine', phone: null, email: null, image_url: null, source_id: '1' };
    expect(first).toMatchObject(erased);
    expect(second).toMatchObject(typed);
    expect(await query('select from claims')).toEqual([]);
    expect(await query('select name from contact_messages')).toEqual([{ name: 'Ann' }]);
    const texts = `select username, q.reason as asked, q.answer, r.reason from payments p
      join refund_requests q on q.payment_id = p.id join refunds r on r.payment_id = p.id order by p.id`;
    const text = 'Deleted with the account.';
    expect(await query(texts)).toEqual([
      { username: 'bob', asked: text, answer: null, reason: text },
      { username: 'ann', asked: 'I am ill', answer: 'No', reason: 'ill' },
    ]);
  });

  it('0019: of the user agents of views the kind of device stays', async () => {
    await migrateTo(18);
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Mobile/15E148 Safari/604.1';
    const android = (device: string) => `Mozilla/5.0 (Linux; Android 16; ${device}) Chrome/142.0.0.0`;
    const agents = [iPhone, `${android('K')} Mobile Safari/537.36`, android('Tab'), android('Home TV'), null];
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    for (const agent of [...agents, firefox]) {
      await query(`insert into events (at, kind, listing_id, user_agent) values (now(), 'view', 1, $1)`, [agent]);
    }
    await migrateTo(19);
    const kinds = (await query('select device_kind from events order by id')).map(({ device_kind }) => device_kind);
    expect(kinds).toEqual(['Phone', 'Phone', 'Tablet', null, null, 'Computer']);
    const phoneCall = `insert into events (at, kind, listing_id, county) values (now(), 'phone', 1, 'Orange County')`;
    await expect(query(phoneCall)).rejects.toThrow('check constraint');
  });

  it('0021: a point is exact only where it is not that of the ZIP code, and is searched at every level', async () => {
    await migrateTo(20);
    const middle = { lat: 33.7, lng: -117.8 };
    const own = { lat: 33.71, lng: -117.81 };
    const imported = { origin: 'import', source: 'osm' };
    const posted = await insertListing({ owner_id: 2, ...middle });
    // The gazetteer had another middle of the ZIP code then.
    const earlier = await insertListing({ owner_id: 2, lat: 33.72, lng: -117.8 });
    const exact = await insertListing({ ...imported, source_id: '3', ...own });
    const moved = await insertListing({ ...imported, source_id: '4', owner_id: 2, ...middle });
    const unknown = await insertListing({ ...imported, source_id: '5' });
    const sample = await insertListing({ origin: 'sample', status: 'sample', ...middle });

    await migrateTo(21);
    const ids = [posted, earlier, exact, moved, unknown];
    const rows = await query(
      `select lat, lng, point_source, position ~= search_position(33.71, -117.81) as "atOwnPoint"
       from listing_search join public_listings on id = listing_id where id = any($1) order by id`,
      [ids],
    );
    const area = { lat: null, lng: null, point_source: null, atOwnPoint: false };
    expect(rows).toEqual([area, area, { ...own, point_source: 'import', atOwnPoint: true }, area, area]);
    const samples = await query('select lat, lng, point_source from sample_listings where id = $1', [sample]);
    expect(samples).toEqual([{ ...middle, point_source: 'owner' }]);
  });
});
