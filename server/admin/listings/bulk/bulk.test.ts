import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { BulkAction, BulkResult } from '#contract/admin/bulk-actions.ts';
import { type ListingOverrides, makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { makeListings } from '#tests/fixtures/bulk-factories.ts';
import { getListingKeys } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { deleteOldBulkActions } from './list.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);

beforeEach(async () => {
  for (const table of ['limits', 'bulk_actions', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const admin = async () => (await api.signedInVisitor(1)).send;
const run = async (verb: string, ids: number[], more: object = {}): Promise<BulkResult> => {
  const { status, body } = await (await admin())('POST', `/api/admin/ads/${verb}`, {
    ids,
    reason: 'Cleaning up',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const undo = async (actionId: number | null) => (await admin())('POST', `/api/admin/bulk-actions/${actionId}/undo`);
const listActions = async (): Promise<BulkAction[]> => (await (await admin())('GET', '/api/admin/bulk-actions')).body;

/** A listing with an owner whose address is confirmed. */
async function make(columns: ListingOverrides = {}) {
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  const listing = await makeListing(db, { owner_id: owner.id, title: 'Poppy Bakery', ...columns });
  await api.invalidate(await getListingKeys(db, listing.id));
  return { ...listing, owner, visitor: await api.signedInVisitor(owner.id) };
}
const read = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isPublic = async (id: number) => (await api.get(`/api/ads/${id}`)).status === 200;
const isListed = async (url: string, id: number) =>
  (await api.get(url)).body.some((ad: { id: number }) => ad.id === id);
const latestEmail = (to: string | null) => api.waitForEmail(to as string);

const ACTIONS: [verb: string, more: object][] = [
  ['hide', {}],
  ['delete', {}],
  ['recategorize', { category: 'pizza' }],
  ['move', { place: 'tustin' }],
];

describe('a bulk action', () => {
  it.each(ACTIONS)('%s changes each listing or says why not, and is undone', async (verb, more) => {
    const shown = await make();
    const paused = await make({ status: 'paused' });
    const draft = await make({ status: 'draft' });
    const result = await run(verb, [shown.id, draft.id, 999_999_999, paused.id], more);
    expect(result).toMatchObject({ actionId: expect.any(Number), owned: 2, paid: 0 });
    expect(result.results).toEqual([
      { id: shown.id, done: true, message: null },
      { id: draft.id, done: false, message: expect.stringMatching(/^You can only/) },
      { id: 999_999_999, done: false, message: expect.any(String) },
      { id: paused.id, done: true, message: null },
    ]);
    expect(await read(draft.id)).toMatchObject({ status: 'draft', category_id: draft.category_id });
    const countOwned = async () => (await listActions()).find(({ id }) => id === result.actionId)?.owned;
    expect(await countOwned()).toBe(2);
    expect((await undo(result.actionId)).body.results).toMatchObject([{ done: true }, { done: true }]);
    expect(await countOwned()).toBe(0);
    for (const before of [shown, paused]) {
      const { owner: _, visitor: __, version: ___, updated_at: ____, ...columns } = before;
      expect(await read(before.id)).toMatchObject(columns);
    }
    await api.awaitInvalidations();
    expect(await isPublic(shown.id)).toBe(true);
    expect(await undo(result.actionId)).toMatchObject({ status: 409, body: { message: 'This was already undone.' } });
  });

  it.each(ACTIONS)('%s that is only tried changes nothing and emails nobody', async (verb, more) => {
    const { owner, visitor: _, ...listing } = await make({ level: 'premium', paid_until: new Date('2099-01-01') });
    const result = await run(verb, [listing.id], { ...more, dryRun: true, reason: '' });
    expect(result).toEqual({
      actionId: null,
      results: [{ id: listing.id, done: true, message: null }],
      owned: 1,
      paid: 1,
    });
    expect(await read(listing.id)).toEqual(listing);
    expect(await listActions()).toEqual([]);
    expect(auditLog.onlyNew((await (await admin())('GET', '/api/admin/audit')).body)).toEqual([]);
    await waitForEmptyMailQueue(db);
    expect(api.emails.filter(({ to }) => to === owner.email)).toEqual([]);
  });

  it('moves a listing between the cached lists of its categories, and to the new one at once in the search', async () => {
    const { id } = await make({ category: 'plumbers' });
    const [plumbers, pizza] = ['/api/category/plumbers/ads', '/api/category/pizza/ads'];
    expect([await isListed(plumbers, id), await isListed(pizza, id)]).toEqual([true, false]);
    const { actionId } = await run('recategorize', [id], { category: 'pizza' });
    await api.awaitInvalidations();
    expect([await isListed(plumbers, id), await isListed(pizza, id)]).toEqual([false, true]);
    await undo(actionId);
    await api.awaitInvalidations();
    expect([await isListed(plumbers, id), await isListed(pizza, id)]).toEqual([true, false]);
  });

  it('moves a listing between cities, unless its ZIP code or its pin says otherwise', async () => {
    const { id } = await make();
    const pinned = await make({ lat: 33.684, lng: -117.826, point_source: 'owner' });
    const { results, actionId } = await run('move', [id, pinned.id], { place: 'tustin' });
    expect(results).toEqual([
      { id, done: true, message: null },
      { id: pinned.id, done: false, message: 'Its spot on the map is in Irvine, which decides the city.' },
    ]);
    await api.awaitInvalidations();
    expect(await isListed('/api/city/tustin/ads', id)).toBe(true);
    expect(await isListed('/api/city/irvine/ads', id)).toBe(false);
    expect((await run('move', [id], { place: 'vista' })).results[0]?.message).toBe(
      'Its ZIP code 92614 isn’t in San Diego County, where Vista is.',
    );
    expect((await run('move', [id], { place: 'tustin' })).results[0]?.message).toBe('It’s in Tustin already.');
    await undo(actionId);
    await api.awaitInvalidations();
    expect(await isListed('/api/city/irvine/ads', id)).toBe(true);
  });

  it('does not start without anything to change', async () => {
    const { id } = await make({ status: 'draft' });
    expect(await run('hide', [id])).toMatchObject({ actionId: null });
    expect(await listActions()).toEqual([]);
  });

  it.each([
    ['nothing', { ids: [], reason: 'Spam' }],
    ['one twice', { ids: [1, 1], reason: 'Spam' }],
    ['more than 100', { ids: Array.from({ length: 101 }, (_, n) => n + 1), reason: 'Spam' }],
    ['no reason', { ids: [1], reason: ' ' }],
  ])('refuses %s', async (_, body) => {
    expect((await (await admin())('POST', '/api/admin/ads/delete', body)).status).toBe(400);
  });

  it('refuses a category or place that does not exist', async () => {
    const body = { ids: [1], reason: 'Spam', category: 'nowhere', place: 'nowhere' };
    for (const verb of ['recategorize', 'move'])
      expect((await (await admin())('POST', `/api/admin/ads/${verb}`, body)).status).toBe(404);
  });
});

describe('the owner', () => {
  it('is emailed what was changed, why, and that it was undone', async () => {
    const { id, owner } = await make();
    const { actionId } = await run('recategorize', [id], { category: 'pizza' });
    await expect.poll(async () => (await latestEmail(owner.email)).text).toContain('category of your listing');
    expect((await latestEmail(owner.email)).text).toMatch(/“Poppy Bakery” to Pizza. The reason:\n\nCleaning up/);
    await undo(actionId);
    await expect.poll(async () => (await latestEmail(owner.email)).subject).toContain('took back');
  });

  it('of a paid listing that is deleted reads that nothing is refunded automatically', async () => {
    const paid = await make({ level: 'premium', paid_until: new Date('2099-01-01') });
    const free = await make();
    expect(await run('delete', [paid.id, free.id])).toMatchObject({ owned: 2, paid: 1 });
    expect((await latestEmail(paid.owner.email)).text).toContain('we don’t refund a payment automatically');
    expect((await latestEmail(free.owner.email)).text).not.toContain('refund');
  });

  it('finds a listing that the staff deleted hidden when it is restored', async () => {
    const { id, visitor } = await make();
    await run('delete', [id]);
    expect((await visitor.post(`/api/user/ads/${id}/undelete`)).body).toMatchObject({
      status: 'hidden',
      hiddenReason: 'Cleaning up',
    });
    await api.awaitInvalidations();
    expect(await isPublic(id)).toBe(false);
  });
});

describe('undoing', () => {
  it.each<[string, string, object, (id: number) => Promise<unknown>]>([
    ['hidden and shown again', 'hide', {}, async (id) => (await admin())('POST', `/api/admin/ads/${id}/show`)],
    [
      'moved to a third category',
      'recategorize',
      { category: 'pizza' },
      (id) => run('recategorize', [id], { category: 'bakeries' }),
    ],
    [
      'deleted by its owner',
      'hide',
      {},
      async (id) => {
        const { owner_id } = await read(id);
        return (await api.signedInVisitor(owner_id as number)).send('DELETE', `/api/user/ads/${id}`);
      },
    ],
  ])('leaves a listing that was %s since, and reports it', async (_, verb, more, change) => {
    const changed = await make();
    const other = await make();
    const { actionId } = await run(verb, [changed.id, other.id], more);
    await change(changed.id);
    const before = await read(changed.id);
    const { body } = await undo(actionId);
    const message = 'It was changed since, so it stays as it is.';
    expect(body.results).toEqual([
      { id: changed.id, done: false, message },
      { id: other.id, done: true, message: null },
    ]);
    expect(await read(changed.id)).toEqual(before);
    const action = (await listActions()).find(({ id }) => id === actionId);
    expect(action).toMatchObject({ changed: 2, undone: 1, undoneAt: expect.any(String) });
    expect(action?.left).toEqual([{ id: changed.id, title: 'Poppy Bakery', message }]);
  });

  it('of shown listings hides them again for the reason that they had', async () => {
    const { id } = await make();
    await run('hide', [id]);
    const { actionId } = await run('show', [id], { reason: 'A mistake' });
    expect((await read(id)).status).toBe('active');
    expect((await undo(actionId)).body.results).toMatchObject([{ done: true }]);
    expect(await read(id)).toMatchObject({ status: 'hidden', hidden_reason: 'Cleaning up' });
  });

  it('keeps what the owner edited in other fields', async () => {
    const { id } = await make();
    const { actionId } = await run('recategorize', [id], { category: 'pizza' });
    await db.updateTable('listings').set({ phone: '(949) 555-0199' }).where('id', '=', id).execute();
    expect((await undo(actionId)).body.results).toMatchObject([{ done: true }]);
    expect(await read(id)).toMatchObject({ phone: '(949) 555-0199' });
  });

  it('by two members of the staff at once changes each listing once', async () => {
    const listings = await Promise.all([make(), make(), make()]);
    const { actionId } = await run(
      'delete',
      listings.map(({ id }) => id),
    );
    const responses = await Promise.all([undo(actionId), undo(actionId)]);
    // Only one of them did it, which the other one says.
    const results: BulkResult['results'] = responses.flatMap(({ body }) => body.results ?? []);
    expect(results.filter(({ done }) => done)).toHaveLength(3);
    for (const { id } of listings) expect((await read(id)).status).toBe('active');
    const entries = await auditLog.readNew();
    expect(entries.filter(({ kind }) => kind === 'bulk-change-undone')).toHaveLength(3);
  });

  it('returns an imported listing to the source that said its category', async () => {
    const { id } = await makeListing(db, {
      origin: 'open-data',
      source: 'Permits',
      source_id: '1',
      source_date: '2025',
    });
    const { actionId } = await run('recategorize', [id], { category: 'pizza' });
    expect((await read(id)).facts).toMatchObject({ category: { by: 'administrator' } });
    await undo(actionId);
    expect((await read(id)).facts).toEqual({});
  });

  it('returns a listing to who said its category before', async () => {
    const facts = JSON.stringify({
      category: { by: 'owner', date: '2025-04' },
      phone: { by: 'owner', date: '2025-04' },
    });
    const { id } = await makeListing(db, { origin: 'open-data', source: 'Permits', source_id: '1', facts });
    const { actionId } = await run('recategorize', [id], { category: 'pizza' });
    await undo(actionId);
    expect((await read(id)).facts).toEqual(JSON.parse(facts));
  });

  it('of the deletion of a hidden listing leaves it hidden', async () => {
    const { id } = await make();
    await run('hide', [id], { reason: 'Spam' });
    const { actionId } = await run('delete', [id]);
    await undo(actionId);
    expect(await read(id)).toMatchObject({ status: 'hidden', hidden_from: 'active', hidden_reason: 'Spam' });
    await api.awaitInvalidations();
    expect(await isPublic(id)).toBe(false);
  });

  it('and the change are versions of the listing, which its owner reads with the reason', async () => {
    const { id } = await make();
    const { actionId } = await run('recategorize', [id], { category: 'pizza' });
    await undo(actionId);
    const versions = db.selectFrom('listing_versions').selectAll().where('listing_id', '=', id).orderBy('number');
    expect(await versions.execute()).toMatchObject([
      { kind: 'edit', role: 'administrator', reason: expect.any(String) },
      { kind: 'restore', role: 'administrator', reason: `Undo of bulk action #${actionId}` },
    ]);
  });

  it('is possible for 30 days', async () => {
    const { id } = await make();
    const { actionId } = await run('hide', [id]);
    await sql`update bulk_actions set at = now() - interval '29 days 23 hours'`.execute(db);
    await deleteOldBulkActions(db);
    expect(await listActions()).toHaveLength(1);
    await sql`update bulk_actions set at = now() - interval '30 days 1 minute'`.execute(db);
    expect(await listActions()).toEqual([]);
    expect((await undo(actionId)).status).toBe(404);
    await deleteOldBulkActions(db);
    expect(await db.selectFrom('bulk_changes').selectAll().execute()).toEqual([]);
  });
});

it('the audit log says from which category and city to which', async () => {
  const { id } = await make();
  await run('recategorize', [id], { category: 'pizza' });
  await run('move', [id], { place: 'tustin' });
  expect(await auditLog.readNew()).toMatchObject([
    { kind: 'listing-recategorized', before: { category: expect.any(String) }, after: { category: 'Pizza' } },
    { kind: 'listing-moved', before: { city: expect.any(String) }, after: { city: 'Tustin' } },
  ]);
});

it('the list says who did what to how many listings, and why', async () => {
  const moderator = await makeStaff(db, 'moderator', { username: 'Mo' });
  const { id } = await make();
  const draft = await make({ status: 'draft' });
  await (await api.signedInVisitor(moderator.id)).send('POST', '/api/admin/ads/recategorize', {
    ...{ ids: [id, draft.id], reason: 'They bake pizza', category: 'pizza' },
  });
  expect(await listActions()).toMatchObject([
    {
      kind: 'recategorize',
      by: { username: 'Mo' },
      reason: 'They bake pizza',
      target: 'Pizza',
      chosen: 2,
      changed: 1,
      first: [{ id, title: 'Poppy Bakery' }],
      left: [],
    },
  ]);
  expect(auditLog.onlyNew((await (await admin())('GET', '/api/admin/audit')).body)).toMatchObject([
    { kind: 'listing-recategorized', actorId: moderator.id, reason: 'They bake pizza', listingId: id },
  ]);
});

describe('a bulk action of many listings', () => {
  const start = async (order: object) =>
    (await admin())('POST', '/api/admin/bulk-actions', { reason: 'Cleaning up', ...order });
  const readAction = async (id: number): Promise<BulkAction> =>
    (await (await admin())('GET', `/api/admin/bulk-actions/${id}`)).body;
  const waitFor = async (id: number) => {
    await expect.poll(async () => (await readAction(id)).pending, { timeout: scaleTimeout(20_000) }).toBe(0);
    return readAction(id);
  };

  it('changes what the filter finds when it is confirmed, but the exceptions, and lists what it could not change', async () => {
    const [first, excepted, draft] = [await make(), await make(), await make({ status: 'draft' })];
    await make({ title: 'Sunrise Plumbing', business_name: 'Sunrise Plumbing' });
    await make({ status: 'deleted', deleted_at: new Date(), deleted_from: 'active' });
    const order = { kind: 'hide', selection: { filter: { words: 'poppy' }, except: [excepted.id] } };
    expect((await start({ ...order, dryRun: true })).body).toEqual({
      actionId: null,
      chosen: 2,
      states: expect.arrayContaining([
        { state: 'shown', count: 1 },
        { state: 'draft', count: 1 },
        { state: 'deleted', count: 1 },
      ]),
      refused: 1,
      reasons: [{ message: 'You can only hide a live or paused listing.', count: 1 }],
      refusals: [{ id: draft.id, title: 'Poppy Bakery', message: 'You can only hide a live or paused listing.' }],
      owned: 1,
      paid: 0,
    });
    const later = await make();
    const { body } = await start(order);
    expect(body).toMatchObject({ actionId: expect.any(Number), chosen: 3 });
    expect(await waitFor(body.actionId)).toMatchObject({
      ...{ chosen: 3, changed: 2, refused: 1 },
      refusals: [{ id: draft.id, title: 'Poppy Bakery', message: expect.stringMatching(/^You can only/) }],
    });
    for (const { id } of [first, later]) expect(await read(id)).toMatchObject({ status: 'hidden' });
    expect(await read(excepted.id)).toMatchObject({ status: 'active' });
  });

  it.each([...ACTIONS, ['show', {}] as const])(
    '%s says before it which listings it cannot change, as that of few does',
    async (kind, more) => {
      const moderator = await makeStaff(db, 'moderator');
      const { send } = await api.signedInVisitor(moderator.id);
      const reported = await make();
      await db
        .insertInto('reports')
        .values({ listing_id: reported.id, reporter_id: moderator.id, reason: 'closed' })
        .execute();
      const pinned = { lat: 33.684, lng: -117.826, point_source: 'owner' } as const;
      const listings = [
        await make({ level: 'premium', paid_until: new Date('2099-01-01') }),
        await make(pinned),
        await make({ zip: '92101' }),
        await make({ category: 'pizza' }),
        await make({ status: 'paused', ...pinned }),
        await make({ status: 'hidden', hidden_from: 'active', hidden_reason: 'Spam', hidden_at: new Date() }),
        await make({ status: 'draft' }),
        await make({ owner_id: moderator.id }),
        reported,
      ];
      const ids = listings.map(({ id }) => id);
      const few = (await send('POST', `/api/admin/ads/${kind}`, { ids, dryRun: true, ...more })).body as BulkResult;
      const { body } = await send('POST', '/api/admin/bulk-actions', {
        ...{ kind, selection: { ids }, dryRun: true },
        ...more,
      });
      const refused = few.results.filter(({ done }) => !done);
      expect(refused.length).toBeGreaterThan(0);
      expect(body).toMatchObject({ chosen: 9, refused: refused.length, owned: few.owned, paid: few.paid });
      expect(body.refusals.map(({ id, message }: { id: number; message: string }) => ({ id, message }))).toEqual(
        refused.map(({ id, message }) => ({ id, message })),
      );
    },
  );

  it('names the most frequent reasons and the first ones of many that it cannot change', async () => {
    const pinned = { lat: 33.684, lng: -117.826, point_source: 'owner' } as const;
    const ids: number[] = [];
    for (let n = 0; n < 25; n++) ids.push((await makeListing(db, n < 22 ? pinned : {})).id);
    const { body } = await start({ kind: 'move', place: 'tustin', selection: { ids }, dryRun: true });
    const message = 'Its spot on the map is in Irvine, which decides the city.';
    expect(body).toMatchObject({ chosen: 25, refused: 22, reasons: [{ message, count: 22 }] });
    expect(body.refusals).toHaveLength(20);
  });

  it('of more than 100 is undone by a job', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 105; n++) ids.push((await makeListing(db, { title: `Poppy ${n}` })).id);
    const { body } = await start({ kind: 'recategorize', category: 'pizza', selection: { ids } });
    expect(await waitFor(body.actionId)).toMatchObject({ changed: 105, refused: 0 });
    expect((await undo(body.actionId)).body).toEqual({ results: [], isQueued: true });
    expect((await readAction(body.actionId)).undoneAt).toEqual(expect.any(String));
    await expect
      .poll(async () => (await readAction(body.actionId)).undone, { timeout: scaleTimeout(20_000) })
      .toBe(105);
  });

  it.each([
    ['was suspended', { is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' }],
    ['left the staff', null],
  ])('stops when who started it %s', async (_what, columns) => {
    const { id } = await make();
    const moderator = await makeStaff(db, 'moderator');
    if (columns) await db.updateTable('accounts').set(columns).where('id', '=', moderator.id).execute();
    else await db.deleteFrom('staff').where('account_id', '=', moderator.id).execute();
    const action = await db
      .insertInto('bulk_actions')
      .values({ kind: 'hide', reason: 'Spam', chosen: 1, account_id: moderator.id, pending: sql`${[id]}::bigint[]` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const work = { actionId: action.id, isUndo: false, by: moderator.id, language: 'en' };
    await sql`insert into pgboss.job (name, data) values ('bulk-actions', ${JSON.stringify(work)})`.execute(db);
    expect(await waitFor(action.id)).toMatchObject({
      ...{ changed: 0, refusals: [{ id, message: expect.stringContaining('may not change listings anymore') }] },
    });
    expect(await read(id)).toMatchObject({ status: 'active' });
  });

  it('is not undone while it runs', async () => {
    const { id } = await make();
    const action = await db
      .insertInto('bulk_actions')
      .values({ kind: 'hide', reason: 'Spam', chosen: 1, account_id: 1, pending: sql`${[id]}::bigint[]` })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await undo(action.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('still running') },
    });
  });

  it.each([
    ['no listings', { kind: 'hide', selection: { ids: [] } }, 400],
    ['neither ids nor a filter', { kind: 'hide', selection: {} }, 400],
    ['no reason', { kind: 'hide', selection: { filter: {} }, reason: '' }, 400],
    ['no category', { kind: 'recategorize', selection: { filter: {} } }, 404],
    ['a filter that finds nothing', { kind: 'hide', selection: { filter: { words: 'nobody' } } }, 409],
  ])('refuses %s', async (_, order, status) => {
    expect((await start(order)).status).toBe(status);
  });

  it('has at most 5,000 listings', async () => {
    // No search finds them, which takes most of the time to make them.
    await sql`alter table listings disable trigger listings_search_insert`.execute(db);
    await makeListings(db, 5000);
    await sql`alter table listings enable trigger listings_search_insert`.execute(db);
    const tryOut = (selection: object) => start({ kind: 'hide', selection, dryRun: true });
    const count = async () => (await (await admin())('GET', '/api/admin/ads/count')).body;
    const ids = (await db.selectFrom('listings').select('id').execute()).map(({ id }) => id);
    for (const selection of [{ filter: {} }, { ids }])
      expect(await tryOut(selection)).toMatchObject({ status: 200, body: { chosen: 5000 } });
    expect(await count()).toEqual({ count: 5000, isMore: false });

    const { id } = await makeListing(db);
    expect(await tryOut({ filter: {} })).toMatchObject({
      status: 400,
      body: { message: 'More than 5,000 listings match. Narrow the filters.' },
    });
    expect((await tryOut({ ids: [...ids, id] })).status).toBe(400);
    expect(await count()).toEqual({ count: 5000, isMore: true });
  });

  it('counts the listings of a filter', async () => {
    await make();
    await make({ title: 'Sunrise Plumbing', business_name: 'Sunrise Plumbing' });
    const { body } = await (await admin())('GET', '/api/admin/ads/count?words=sunrise');
    expect(body).toEqual({ count: 1, isMore: false });
  });
});
