import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Desk } from '#contract/admin/desk.ts';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { importRows } from '#tests/support/import/import-file.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { readDesk } from './desk.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;
const gazetteer = await openGazetteer(db);

const auditLog = trackAuditLog(db);
let admin: Awaited<ReturnType<typeof api.signedInVisitor>>;
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  admin = await api.signedInVisitor(1);
});

const unowned = { origin: 'open-data', owner_id: null, source: 'Examples', source_id: 'ex:1' } as const;
const own = { email: 'hello@golden-hour.example' };
const read = async (id: number): Promise<Desk> => (await admin.get(`/api/admin/ads/${id}`)).body;
const history = async (id: number): Promise<ListingVersion[]> =>
  (await admin.get(`/api/admin/ads/${id}/versions`)).body;
const correct = (id: number, changes: object, { revision = 0, reason = 'They told us' } = {}) =>
  admin.send('PATCH', `/api/admin/ads/${id}`, { changes, revision, reason });
const restore = (id: number, number: number, revision: number) =>
  admin.post(`/api/admin/ads/${id}/versions/${number}/restore`, { revision, reason: 'It was right before' });
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the desk of a listing', () => {
  it('has its facts with their sources, owner, reports, suggestions, claims, figures, pairs and audit log', async () => {
    const { id } = await makeListing(db, {
      ...unowned,
      source_date: '2025-03',
      facts: '{"phone":{"by":"owner","date":"2025-04"}}',
    });
    const other = await makeListing(db, { ...unowned, source_id: 'ex:2', title: 'Golden Hours' });
    const claimant = await makeAccount(db);
    await makeClaim(db, { account_id: claimant.id, listing_id: id, status: 'waiting' });
    await db.insertInto('reports').values({ listing_id: id, reason: 'other', text: 'Wrong phone' }).execute();
    await db.insertInto('suggested_edits').values({ listing_id: id, kind: 'phone', value: '(949) 555-0123' }).execute();
    await db.insertInto('saved_listings').values({ listing_id: id, account_id: claimant.id }).execute();
    await db.insertInto('doubtful_pairs').values({ listing_id: id, other_id: other.id, score: 4 }).execute();
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
    await makeDailyMetrics(db, id, today, { views: 12, phone_clicks: 3 });
    await admin.post(`/api/admin/ads/${id}/hide`, { reason: 'Closed' });
    await admin.post(`/api/admin/ads/${id}/show`);

    const desk = await read(id);
    expect(desk).toMatchObject({
      state: 'shown',
      listing: { id, title: 'Golden Hour Plumbing', form: { phone: '(949) 555-0100' } },
      owner: null,
      actions: ['correct', 'hide', 'merge', 'offer', 'feature'],
      figures: { views: 12, calls: 3, saves: 1 },
      reports: [{ reason: 'other', text: 'Wrong phone', outcome: 'hidden' }],
      suggestedEdits: [{ kind: 'phone', value: '(949) 555-0123' }],
      claims: [{ status: 'waiting', account: { username: claimant.username } }],
      terms: [],
      pairs: [{ other: { id: other.id, title: 'Golden Hours' }, verdict: null }],
      mergedInto: null,
      audit: [{ kind: 'listing-shown' }, { kind: 'listing-hidden', reason: 'Closed', actorId: 1, actor: 'admin' }],
    });
    expect(desk.facts).toContainEqual({ name: 'phone', by: 'owner', title: null, date: '2025-04' });
    expect(desk.facts).toContainEqual({ name: 'hours', by: 'source', title: 'Examples', date: '2025-03' });
  });

  it('has the rows of imports that were taken for the business, and makes one a listing of its own', async () => {
    await importRows(api.database, [{ source: 'Other', phone: '', website: '', lat: '', lng: '' }]);
    await importRows(api.database, [{}]);
    const { id } = await db.selectFrom('listings').select('id').executeTakeFirstOrThrow();
    const row = { source: 'Examples', sourceId: 'ex:1' };
    expect((await read(id)).mergedRows).toEqual([{ ...row, name: 'Golden Hour Plumbing' }]);
    const other = await makeListing(db, { ...unowned, source_id: 'ex:9' });
    const separate = (listing: number) => admin.post(`/api/admin/ads/${listing}/rows/separate`, row);
    expect((await separate(other.id)).status).toBe(409);
    expect((await separate(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      listing: { form: { phone: '' } },
      mergedRows: [],
      pairs: [{ verdict: 'different' }],
      audit: [{ kind: 'listing-kept', actorId: 1, reason: 'Another business than row ex:1 of Examples' }],
    });
    expect((await separate(id)).status).toBe(409);
  });

  it('has the address as its owner sees it, with the state of the address', async () => {
    const { id } = await makeListing(db, { status: 'hidden' });
    expect(await read(id)).toMatchObject({ state: 'hidden', listing: { form: { state: 'CA' } } });
  });

  it('says what can be done in each state', async () => {
    const actions = async (columns: object) => {
      const { state, actions } = await read((await makeListing(db, columns)).id);
      return [state, actions];
    };
    expect(await actions({ status: 'paused' })).toEqual(['paused', ['correct', 'hide']]);
    expect(await actions({ status: 'hidden' })).toEqual(['hidden', ['correct', 'show']]);
    expect(await actions({ status: 'waiting' })).toEqual(['waiting', ['correct']]);
    expect(await actions({ status: 'draft' })).toEqual(['draft', []]);
    expect(await actions({ status: 'deleted' })).toEqual(['deleted', []]);
    expect(await actions({ origin: 'sample', status: 'sample' })).toEqual(['sample', []]);
    expect((await admin.get('/api/admin/ads/999999')).status).toBe(404);
  });

  it('shows payments and the email of the owner only to roles that may see them', async () => {
    const { id } = await makeListing(db, { level: 'premium' });
    const asModerator = await readDesk(db, gazetteer, { id, role: 'moderator', accountId: 1 });
    expect([asModerator.terms, asModerator.owner?.email]).toEqual([null, null]);
    const asAdministrator = await readDesk(db, gazetteer, { id, role: 'administrator', accountId: 1 });
    expect(asAdministrator.terms).toEqual([]);
    expect(asAdministrator.owner?.email).toMatch(/@mail\.example$/);
  });
});

describe('a correction', () => {
  it('changes what was sent, is a version, in the audit log, and mailed to the owner with the reason', async () => {
    const owner = await makeAccount(db, { email_confirmed_at: new Date() });
    const { id } = await makeListing(db, { ...own, owner_id: owner.id });
    expect((await correct(id, { phone: '(949) 555-0199' })).status).toBe(200);
    expect((await api.get(`/api/ads/${id}`)).body.phone).toBe('(949) 555-0199');
    expect(await history(id)).toMatchObject([
      {
        ...{ number: 1, kind: 'edit', by: { username: 'admin', role: 'administrator' }, reason: 'They told us' },
        ...{ before: { phone: '(949) 555-0100' }, after: { phone: '(949) 555-0199' } },
      },
    ]);
    const { subject, text } = await api.waitForEmail(owner.email as string);
    expect(subject).toMatch(/: We changed your listing/);
    expect(text).toContain('Phone Number: “(949) 555-0100” is now “(949) 555-0199”');
    expect(text).toContain('They told us');
    expect(text).toContain(`/account/ads/${id}/changes`);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'listing-edited', actor_id: 1, account_id: owner.id, listing_id: id, reason: 'They told us' },
    ]);
  });

  it('moves the pin of an imported listing, sets and removes it, each a version of its history', async () => {
    const { id } = await makeListing(db, {
      ...unowned,
      zip: '92614',
      lat: 33.68,
      lng: -117.83,
      point_source: 'import',
    });
    const moved = { lat: 33.6812, lng: -117.8263 };
    for (const [revision, pin] of [moved, { ...moved, lat: 33.6813 }, null].entries())
      expect((await correct(id, { pin }, { revision })).status).toBe(200);
    expect(await history(id)).toMatchObject([
      { before: { pin: { lat: 33.6813 } }, after: { pin: null } },
      { before: { pin: moved }, after: { pin: { lat: 33.6813 } } },
      { before: { pin: null }, after: { pin: moved } },
    ]);
    const times = (await history(id)).map(({ at }: { at: string }) => at);
    // So that the page shows each act once.
    expect((await read(id)).audit.map(({ at }: { at: string }) => at)).toEqual(times);
  });

  it('mails nothing that people typed to an address that is not confirmed', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, { ...own, owner_id: owner.id });
    await correct(id, { title: 'Evil Plumbing' });
    const { text } = await api.waitForEmail(owner.email as string);
    expect(text).toContain('- Ad Title\n');
    expect(text).not.toContain('Evil');
    expect(text).not.toContain('Golden Hour');
  });

  it('obeys the rules of the form for what it changes, and lets all else be', async () => {
    const { id } = await makeListing(db, { ...unowned, email: null, title: 'Ab' });
    const refused = await correct(id, { phone: '123', zipCode: '10001' });
    expect(refused.status).toBe(400);
    expect(refused.body.issues[0].path).toBe('changes.phone');
    expect((await correct(id, {})).body.message).toBe('Nothing was changed.');
    expect((await correct(id, { phone: '(949) 555-0199' }, { reason: ' ' })).status).toBe(400);
    const before = await findRow(id);
    expect((await correct(id, { phone: '(949) 555-0199' })).status).toBe(200);
    const { phone, version, updated_at, facts, ...rest } = await findRow(id);
    expect(before).toMatchObject(rest);
    expect([phone, version]).toEqual(['(949) 555-0199', 2]);
  });

  it('moves a listing with its ZIP code and category, to the lists of both', async () => {
    const { id } = await makeListing(db, { ...own, lat: 33.68, lng: -117.83 });
    const category = gazetteer.categories.all.find(({ slug }) => slug === 'restaurants');
    expect((await correct(id, { zipCode: '92101', city: 'San Diego', categoryId: String(category?.id) })).status).toBe(
      200,
    );
    const row = await findRow(id);
    expect(row).toMatchObject({
      zip: '92101',
      city: 'San Diego',
      category_id: category?.id,
      lat: null,
      point_source: null,
    });
    expect(gazetteer.counties.byId.get(row.county_id)?.slug).toBe('san-diego-county');
    expect((await api.get('/api/city/san-diego/ads')).body.map((ad: { id: number }) => ad.id)).toContain(id);
    expect((await api.get('/api/city/irvine/ads')).body.map((ad: { id: number }) => ad.id)).not.toContain(id);
  });

  it('is not overruled by a newer import, and a version of the import is no correction', async () => {
    await importRows({ ...api.database, db }, [{}]);
    const { id } = await db.selectFrom('listings').select('id').executeTakeFirstOrThrow();
    expect(await history(id)).toEqual([]);
    await correct(id, { phone: '(949) 555-0199' });
    await importRows({ ...api.database, db }, [{ phone: '(949) 555-0111', website: 'https://new.example' }]);
    expect(await findRow(id)).toMatchObject({ phone: '(949) 555-0199', website: 'https://new.example' });
    expect(await history(id)).toMatchObject([
      { number: 2, kind: 'import', by: null, after: { website: 'https://new.example' } },
      { number: 1 },
    ]);
  });

  it('is refused when anybody changed the listing meanwhile, and overwrites nothing', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, { ...own, owner_id: owner.id });
    const [first, second] = await Promise.all([
      correct(id, { phone: '(949) 555-0111' }),
      correct(id, { phone: '(949) 555-0122' }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const visitor = await api.signedInVisitor(owner.id);
    const edit = (version: number) =>
      visitor.send('PUT', `/api/user/ads/${id}`, { ...listingForm({ title: 'By the owner' }), version });
    expect((await edit(1)).status).toBe(409);
    expect((await edit(2)).status).toBe(200);
    expect((await correct(id, { title: 'By the staff' }, { revision: 1 })).status).toBe(409);
    expect((await findRow(id)).title).toBe('By the owner');
    expect(await history(id)).toMatchObject([
      { number: 2, by: { username: owner.username, role: 'owner' }, after: { title: 'By the owner' } },
      { number: 1, by: { role: 'administrator' } },
    ]);
  });
});

describe('a version', () => {
  it('is restored with all later changes undone, and that is a version too', async () => {
    const { id } = await makeListing(db, { ...own, lat: 33.68, lng: -117.83 });
    await correct(id, { phone: '(949) 555-0111' });
    await correct(id, { address: '9 Side St', languages: ['Spanish'], hours: { monday: 'closed' } }, { revision: 1 });
    await correct(id, { title: 'Another name' }, { revision: 2 });
    expect((await restore(id, 1, 3)).status).toBe(200);
    expect(await findRow(id)).toMatchObject({
      ...{ phone: '(949) 555-0111', title: 'Golden Hour Plumbing', address: '100 Main St', languages: [], hours: null },
      ...{ lat: 33.68, lng: -117.83, point_source: 'import' },
    });
    expect(await history(id)).toMatchObject([
      { number: 4, kind: 'restore', reason: 'It was right before', after: { title: 'Golden Hour Plumbing' } },
      { number: 3 },
      { number: 2 },
      { number: 1 },
    ]);
    expect((await restore(id, 0, 4)).status).toBe(200);
    expect((await findRow(id)).phone).toBe('(949) 555-0100');
    expect((await read(id)).audit[0]).toMatchObject({ kind: 'listing-restored' });
  });

  it('is restored without its pictures, whose files may be gone', async () => {
    const { id } = await makeListing(db, own);
    await correct(id, { phone: '(949) 555-0111' });
    const picture = JSON.stringify({ key: 'b'.repeat(32), width: 640, height: 480 });
    await db.updateTable('listings').set({ logo: picture }).where('id', '=', id).execute();
    expect((await restore(id, 0, 2)).status).toBe(200);
    expect(await findRow(id)).toMatchObject({ phone: '(949) 555-0100', logo: JSON.parse(picture) });
  });

  it('is not restored over a newer change, or when nothing would change, or when it is not stored', async () => {
    const { id } = await makeListing(db, own);
    await correct(id, { phone: '(949) 555-0111' });
    await correct(id, { phone: '(949) 555-0122' }, { revision: 1 });
    const refusals = await Promise.all([restore(id, 0, 1), restore(id, 2, 2), restore(id, 3, 2)]);
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await findRow(id)).phone).toBe('(949) 555-0122');
  });
});

describe('two listings', () => {
  const make = (columns: object) => makeListing(db, { ...unowned, source_id: crypto.randomUUID(), ...columns });

  it('are compared with what is counted about each, and who could stay', async () => {
    const owned = await makeListing(db, { ...own, lat: 33.68, lng: -117.83 });
    const other = await make({ lat: 33.681, lng: -117.83 });
    const { body } = await admin.get(`/api/admin/ads/${other.id}/compare/${owned.id}`);
    expect(body).toMatchObject({
      listings: [
        {
          listing: { id: other.id },
          source: 'Examples',
          refusal: 'The other listing has an owner, so it has to stay.',
        },
        { listing: { id: owned.id }, saves: 0, claims: 0, reports: 0, refusal: null },
      ],
      distanceMeters: 111,
      verdict: null,
    });
  });

  it('say which facts the one that stays takes over', async () => {
    const first = await make({ phone: null });
    const second = await make({ phone: '(949) 555-0177', source: 'Permits' });
    const { body } = await admin.get(`/api/admin/ads/${first.id}/compare/${second.id}`);
    expect(body.listings.map(({ takes }: { takes: string[] }) => takes.includes('phone'))).toEqual([true, false]);
  });

  it('are found by name first, then by phone, address and nearness', async () => {
    const place = { address: '2400 E 4th St', zip: '92614', lat: 33.68, lng: -117.83 };
    const one = await make({ ...place, business_name: 'Corner Market', title: 'Corner Market' });
    const sameStore = await make({
      ...place,
      ...{ address: '2400 East Fourth Street', business_name: 'Lucky Liquor', title: 'Lucky Liquor', phone: null },
      ...{ lat: null, lng: null },
    });
    const near = await make({
      ...place,
      ...{ address: '17 Elm St', business_name: 'Nail Bar', title: 'Nail Bar', phone: null, lat: 33.6802 },
    });
    const samePhone = await make({
      ...place,
      ...{ address: '31 Oak St', business_name: 'Fresh Tacos', title: 'Fresh Tacos', phone: one.phone, lat: 33.6801 },
    });
    const alike = await make({
      ...place,
      ...{ address: null, business_name: 'Corner Market', title: 'Corner Market', phone: null, lat: null, lng: null },
    });
    await make({ address: '1 Ocean Ave', zip: '92651', business_name: 'Far Surf', title: 'Far Surf', phone: null });
    const { body } = await admin.get(`/api/admin/ads/${one.id}/likely`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([alike.id, samePhone.id, sameStore.id, near.id]);
    expect(body[0]).toMatchObject({ likeness: 'same name', state: 'shown', distanceMeters: null });
    expect(body[2]).toMatchObject({ likeness: 'same address' });
    expect(body[3]).toMatchObject({ distanceMeters: 22 });
  });

  it('are found by their name without its legal form, also if one has no street, and its street is taken over', async () => {
    const one = await make({
      ...{ business_name: 'Coronado Brewing Company', title: 'Coronado Brewing Company', phone: null },
      ...{ address: '170 Orange Ave', zip: '92614', lat: 33.68, lng: -117.83 },
    });
    const twin = await make({
      ...{ business_name: 'Coronado Brewing Co', title: 'Coronado Brewing Co', phone: null },
      ...{ address: null, zip: '92614', lat: null, lng: null },
    });
    const other = { business_name: 'Coronado Animal Care', title: 'Coronado Animal Care', phone: null };
    await make({ ...other, address: null, zip: '92614', lat: null, lng: null });
    for (const [{ id }, likely] of [[one, twin] as const, [twin, one] as const]) {
      const { body } = await admin.get(`/api/admin/ads/${id}/likely`);
      expect(body[0]).toMatchObject({ id: likely.id, likeness: 'same name' });
    }
    const { body } = await admin.get(`/api/admin/ads/${twin.id}/compare/${one.id}`);
    expect(body.listings.map(({ takes }: { takes: string[] }) => takes.includes('address'))).toEqual([true, false]);
    await admin.post(`/api/admin/ads/${twin.id}/merge`, { other: one.id, keep: twin.id });
    expect(await findRow(twin.id)).toMatchObject({ address: '170 Orange Ave', lat: 33.68 });
    await admin.post(`/api/admin/ads/${twin.id}/part`, { other: one.id });
    expect(await findRow(twin.id)).toMatchObject({ address: null, lat: null });
  });

  it.each([
    ['5225 Canyon Crest Dr', '1680 University Ave', false],
    ['5225 Canyon Crest Dr', '5225 University Ave', false],
    ['5225 Canyon Crest Dr', '1680 Canyon Crest Drive', false],
    ['5225 Canyon Crest Dr', '5225 Canyon Crest Drive Ste 4', true],
    ['5225 Canyon Crest Dr', null, true],
  ])(
    'at %s keep their pin where the other one is at %s and has a newer one (takes it: %s)',
    async (mine, others, takes) => {
      const business = { source: 'open-data', phone: null, zip: '92614' };
      const kept = await make({ ...business, source_date: '2024-01', address: mine, lat: 33.68, lng: -117.83 });
      const other = await make({ ...business, source_date: '2026-01', address: others, lat: 33.7, lng: -117.8 });
      const { body } = await admin.get(`/api/admin/ads/${kept.id}/compare/${other.id}`);
      expect(body.listings[0].takes.includes('point')).toBe(takes);
    },
  );

  it('are merged into the chosen one without a pair, said to be two, and parted again', async () => {
    const [first, second] = [await make({}), await make({ languages: ['es'], year_founded: 1990 })];
    const decide = (verb: string, more: object = {}) =>
      admin.post(`/api/admin/ads/${first.id}/${verb}`, { other: second.id, ...more });
    expect((await decide('separate')).status).toBe(200);
    expect((await read(first.id)).pairs).toMatchObject([{ verdict: 'different' }]);
    expect((await decide('merge', { keep: 999_999 })).status).toBe(400);
    expect((await decide('merge', { keep: first.id })).status).toBe(200);
    expect((await findRow(second.id)).status).toBe('deleted');
    expect((await read(first.id)).mergedFrom).toEqual([{ id: second.id, title: second.title }]);
    expect((await read(second.id)).mergedInto).toEqual({ id: first.id, title: first.title });
    expect((await decide('merge', { keep: first.id })).status).toBe(409);
    expect((await admin.post(`/api/admin/ads/${second.id}/part`, { other: first.id })).status).toBe(200);
    expect((await findRow(second.id)).status).toBe('active');
    expect((await decide('part')).status).toBe(409);
  });

  it('are not merged into one without an owner if the other has one, nor a listing into itself', async () => {
    const owned = await makeListing(db, own);
    const other = await make({});
    const merge = (id: number, body: object) => admin.post(`/api/admin/ads/${id}/merge`, body);
    expect((await merge(other.id, { other: owned.id, keep: other.id })).status).toBe(409);
    expect((await merge(owned.id, { other: owned.id, keep: owned.id })).status).toBe(409);
    expect((await merge(owned.id, { other: 999_999, keep: owned.id })).status).toBe(404);
    expect((await findRow(owned.id)).status).toBe('active');
  });
});
