import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import type { BranchEditResult, BranchUndo } from '#contract/ownership/branch-edits.ts';
import { suspend } from '#server/admin/suspension.ts';
import { pictureFileName } from '#server/photos/pictures.ts';
import { openFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { makeAccount, makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { deleteOldBranchEdits } from './undo-edit.ts';

const folder = mkdtempSync(join(tmpdir(), 'branch-edits-'));
const storage = openFolderStorage(folder);
const api = await createTestApi({ storage });
const { db } = api;
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});
await makeAccount(db, { id: 1, email: null });

let ownerId: number;
let owner: Visitor;
let organization: number;
let branches: number[];
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db, { email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
  branches = [];
  for (const [n, city] of ['Irvine', 'Tustin', 'Orange'].entries()) {
    const { id } = await makeListing(db, {
      ...{ owner_id: ownerId, title: `Pacific Dental ${city}`, city, phone: `(949) 555-012${n}` },
    });
    branches.push(id);
  }
  organization = (await makeOrganization(db, { ownerId, listings: branches })).id;
});

const HOURS = {
  monday: [{ opens: '08:00', closes: '18:00' }],
  ...{ tuesday: 'closed', wednesday: null, thursday: null, friday: 'all-day', saturday: null, sunday: null },
};
const DESCRIPTION = 'Family dentistry with branches in all of Orange County.';
const path = (action = '') => `/api/user/organizations/${organization}${action}`;
const post = (body: object, who = owner) => who.post(path('/edits'), { listings: branches, ...body });
async function edit(body: object): Promise<BranchEditResult> {
  const response = await post(body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}
const undo = (id: number | null, who = owner) => who.post(path(`/edits/${id}/undo`));
const toOutcomes = (result: BranchEditResult) => result.branches.map(({ outcome }) => outcome);
const findForm = async (id: number) => (await owner.get(`/api/user/ads/${id}`)).body.form;
async function findAll(name: string) {
  const forms = await Promise.all(branches.map(findForm));
  return forms.map((form) => form[name]);
}
/** An edit of one branch by its own form. */
async function editOne(id: number, change: object) {
  const { form, version } = (await owner.get(`/api/user/ads/${id}`)).body;
  const response = await owner.send('PUT', `/api/user/ads/${id}`, { ...form, ...change, version });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
}
const findExceptions = async () => {
  const { body } = await owner.get(path());
  return branches.map((id) => body.branches.find((branch: { id: number }) => branch.id === id).exceptions);
};
/** Stores the files of a picture, which a copy reads. */
async function storeFiles(id: number) {
  const { name, widths } = await db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const width of widths) await storage.put(pictureFileName(name, width), Buffer.from('a picture'), 'image/webp');
}
const versions = async () =>
  (await db.selectFrom('listing_versions').selectAll().where('listing_id', 'in', branches).execute()).length;

describe('Editing several branches', () => {
  it.each([
    ['hours', HOURS],
    ['specialHours', [{ on: 'thanksgiving', hours: 'closed' }]],
    ['description', DESCRIPTION],
    ['website', 'https://pacific-dental.example'],
    ['categoryId', '5'],
    ['socialMedia', { instagram: 'https://www.instagram.com/pacificdental' }],
  ])('shows what would become of %s, changes it and undoes it', async (name, value) => {
    const before = await findAll(name);
    const changes = { [name]: value };
    const tried = await edit({ changes, dryRun: true });
    expect(tried.editId).toBeNull();
    expect(toOutcomes(tried)).toEqual(['changed', 'changed', 'changed']);
    expect(tried.branches[0]).toMatchObject({
      ...{ title: 'Pacific Dental Irvine', before: { [name]: before[0] }, after: { [name]: value } },
    });
    expect([await findAll(name), await versions()]).toEqual([before, 0]);

    const { editId, branches: changed } = await edit({ changes });
    expect(changed).toEqual(tried.branches);
    expect(await findAll(name)).toEqual([value, value, value]);
    expect(await versions()).toBeGreaterThanOrEqual(3);
    expect(await edit({ changes })).toMatchObject({ editId: null, branches: Array(3).fill({ outcome: 'same' }) });
    expect((await owner.get(path('/edits'))).body).toMatchObject([
      { id: editId, fields: [name], changed: 3, undoneAt: null },
    ]);

    expect((await undo(editId)).body.branches).toMatchObject(Array(3).fill({ done: true, message: null }));
    expect(await findAll(name)).toEqual(before);
    expect((await undo(editId)).status).toBe(409);
  });

  it('adds a photo to each, and a logo where there is none, and takes them back', async () => {
    const [first, second] = branches as [number, number];
    const upload = async () => (await makePhoto(db, ownerId)).id;
    const photo = await upload();
    await storeFiles(photo);
    const own = [await upload(), await upload(), await upload()].map((id) => ({ id, alt: '' }));
    await editOne(first, { photos: own });
    await editOne(second, { logo: { id: await upload(), alt: 'Own' } });
    const changes = { photos: [{ id: photo, alt: 'The waiting room' }] };
    const tried = await edit({ changes, dryRun: true });
    expect(toOutcomes(tried)).toEqual(['refused', 'changed', 'changed']);
    expect(tried.branches[0]?.message).toBe('This branch has 3 photos already.');
    expect((await findAll('photos')).map((photos) => photos.length)).toEqual([3, 0, 0]);
    const { editId } = await edit({ changes });
    const [, ...added] = await findAll('photos');
    expect(added).toMatchObject(Array(2).fill([{ alt: 'The waiting room' }]));
    expect(added[0][0].id).not.toBe(added[1][0].id);
    expect((await undo(editId)).status).toBe(200);
    expect((await findAll('photos')).map((photos) => photos.length)).toEqual([3, 0, 0]);
    const logo = { id: photo, alt: 'Pacific Dental' };
    expect(toOutcomes(await edit({ changes: { logo } }))).toEqual(['changed', 'refused', 'changed']);
    expect((await findAll('logo')).map(({ alt }) => alt)).toEqual(['Pacific Dental', 'Own', 'Pacific Dental']);
  });

  it('refuses the picture of somebody else', async () => {
    const stranger = await makeAccount(db);
    const { id } = await makePhoto(db, stranger.id);
    await storeFiles(id);
    for (const dryRun of [true, false]) {
      const result = await edit({ changes: { photos: [{ id, alt: '' }] }, dryRun });
      expect(toOutcomes(result)).toEqual(['refused', 'refused', 'refused']);
    }
  });

  it('leaves the days of each branch that are not set', async () => {
    const [first] = branches as [number];
    const week = (day: unknown) => Object.fromEntries(WEEKDAYS.map((name) => [name, day]));
    await editOne(first, { hours: week('all-day') });
    const only = { ...week(null), monday: 'closed' };
    const before = await findAll('hours');
    const { branches: tried } = await edit({ changes: { hours: only }, dryRun: true });
    expect(tried[0]?.after.hours).toEqual({ ...week('all-day'), monday: 'closed' });
    const { editId } = await edit({ changes: { hours: only } });
    expect(await findAll('hours')).toEqual([{ ...week('all-day'), monday: 'closed' }, only, only]);
    expect(toOutcomes(await edit({ changes: { hours: week(null) } }))).toEqual(['same', 'same', 'same']);
    await undo(editId);
    expect(await findAll('hours')).toEqual([week('all-day'), ...before.slice(1)]);
    await edit({ changes: { hours: null } });
    expect(await findAll('hours')).toEqual([null, null, null]);
  });

  it('gives them the same further categories', async () => {
    const { editId } = await edit({ changes: { moreCategoryIds: [3, 4] } });
    expect(await findAll('moreCategoryIds')).toEqual([
      [3, 4],
      [3, 4],
      [3, 4],
    ]);
    await undo(editId);
    expect(await findAll('moreCategoryIds')).toEqual([[], [], []]);
  });

  it('gives none of them its first category a second time', async () => {
    await edit({ changes: { moreCategoryIds: [3, 4] } });
    await edit({ changes: { categoryId: '4' } });
    expect(await findAll('moreCategoryIds')).toEqual([[3], [3], [3]]);
    expect(toOutcomes(await edit({ changes: { moreCategoryIds: [4] } }))).toEqual(['refused', 'refused', 'refused']);
    expect(await findAll('moreCategoryIds')).toEqual([[3], [3], [3]]);
  });

  it('changes only those that were chosen', async () => {
    await edit({ listings: branches.slice(1), changes: { description: DESCRIPTION } });
    const [first, ...others] = await findAll('description');
    expect(first).not.toBe(DESCRIPTION);
    expect(others).toEqual([DESCRIPTION, DESCRIPTION]);
  });

  it('keeps digits of telephone numbers where the pattern has an x', async () => {
    const { editId } = await edit({ changes: { phone: '(xxx) 555-01x7' } });
    expect(await findAll('phone')).toEqual(['(949) 555-0127', '(949) 555-0127', '(949) 555-0127']);
    await undo(editId);
    expect(await findAll('phone')).toEqual(['(949) 555-0120', '(949) 555-0121', '(949) 555-0122']);
    await edit({ changes: { phone: '714 555 0xxx' } });
    expect(await findAll('phone')).toEqual(['(714) 555-0120', '(714) 555-0121', '(714) 555-0122']);
    await db
      .updateTable('listings')
      .set({ phone: null })
      .where('id', '=', branches[0] as number)
      .execute();
    const { branches: results } = await edit({ changes: { phone: '(xxx) 555-0199' } });
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'changed', 'changed']);
    expect(results[0]?.message).toMatch(/no phone number/);
  });

  it('restores only what nobody changed since', async () => {
    const [, before, last] = await findAll('description');
    const { editId } = await edit({ changes: { description: DESCRIPTION } });
    await editOne(branches[0] as number, { description: `${DESCRIPTION} And one in Irvine.` });
    // Another field of the branch does not matter.
    await editOne(branches[1] as number, { website: 'https://tustin.example' });
    const { body }: { body: BranchUndo } = await undo(editId);
    expect(body.branches.map(({ done }) => done)).toEqual([false, true, true]);
    expect(body.branches[0]?.message).toBe('It was changed since, so it stays as it is.');
    expect(await findAll('description')).toEqual([`${DESCRIPTION} And one in Irvine.`, before, last]);
    expect((await findForm(branches[1] as number)).website).toBe('https://tustin.example');
  });

  it.each([
    ['of all branches', 3, false],
    ['of all branches by their shared values', 3, true],
    ['of some branches', 2, false],
  ])('is undone in any order without losing what was before a newer edit %s', async (_what, count, shared) => {
    const before = await findAll('hours');
    const first = await edit({ changes: { hours: HOURS }, shared });
    const hours = { ...HOURS, monday: 'closed' };
    const second = await edit({ listings: branches.slice(0, count), changes: { hours }, shared });
    const early = await undo(first.editId);
    if (count === 3) {
      expect(early.status).toBe(409);
      expect(early.body.message).toMatch(/^Undo the newer change first: .*[Hh]ours, .*[AP]M$/);
      expect(await findAll('hours')).toEqual(Array(3).fill(hours));
    } else {
      expect(early.body.branches.map(({ done }: { done: boolean }) => done)).toEqual([false, false, true]);
    }
    const open = (await owner.get(path('/edits'))).body.find(({ id }: { id: number }) => id === first.editId);
    expect(open).toMatchObject({ changed: count, undoneAt: null });
    expect((await undo(second.editId)).status).toBe(200);
    expect((await undo(first.editId)).body.branches).toMatchObject(Array(count).fill({ done: true }));
    expect(await findAll('hours')).toEqual(before);
    expect((await owner.get(path('/shared'))).body.values).toEqual({});
    expect((await undo(first.editId)).status).toBe(409);
  });

  it('says that nothing was undone where all branches were changed one by one', async () => {
    const [id] = branches as [number];
    const { editId } = await edit({ listings: [id], changes: { description: DESCRIPTION } });
    await editOne(id, { description: `${DESCRIPTION} And one in Irvine.` });
    const response = await undo(editId);
    expect([response.status, response.body.message]).toEqual([409, 'It was changed since, so nothing was undone.']);
  });

  it('refuses a branch for itself, and changes the others', async () => {
    await db
      .deleteFrom('organization_branches')
      .where('listing_id', '=', branches[0] as number)
      .execute();
    await makeOrganization(db, { ownerId, listings: branches.slice(0, 1) });
    const stranger = await makeListing(db);
    const { branches: results } = await edit({
      listings: [...branches, stranger.id],
      changes: { description: DESCRIPTION },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'changed', 'changed', 'refused']);
    // Of a listing of somebody else nothing is told.
    expect(results[3]).toMatchObject({ title: '', city: '' });
  });

  it.each([
    ['no branch', { listings: [], changes: { description: DESCRIPTION } }],
    ['a branch twice', { listings: [1, 1], changes: { description: DESCRIPTION } }],
    ['201 branches', { listings: Array.from({ length: 201 }, (_, n) => n + 1), changes: { description: DESCRIPTION } }],
    ['nothing to change', { changes: {} }],
    ['an unknown field alone', { changes: { title: 'A new title' } }],
    ['a short description', { changes: { description: 'x' } }],
    ['a script as website', { changes: { website: 'javascript:alert(1)' } }],
    ['hours that are none', { changes: { hours: { monday: 'always' } } }],
    ['a pattern of nine digits', { changes: { phone: '(xxx) 555-010' } }],
    ['a profile on another site', { changes: { socialMedia: { yelp: 'https://evil.example' } } }],
  ])('refuses %s', async (_what, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('refuses a category that is none', async () => {
    const { branches: results } = await edit({ changes: { categoryId: '999999' } });
    expect(results[0]).toMatchObject({ outcome: 'refused', message: expect.stringContaining('Category is required') });
  });
});

describe('Values that branches share', () => {
  it('reach all branches but exceptions, which an edit of one branch makes', async () => {
    const [first] = branches as [number];
    await edit({ changes: { description: DESCRIPTION, hours: HOURS }, shared: true });
    expect((await owner.get(path('/shared'))).body.values).toEqual({ description: DESCRIPTION, hours: HOURS });
    expect(await findExceptions()).toEqual([[], [], []]);

    const own = `${DESCRIPTION} This one is in Irvine.`;
    await editOne(first, { description: own });
    expect(await findExceptions()).toEqual([['description'], [], []]);
    const next = `${DESCRIPTION} Since 1990.`;
    const result = await edit({ changes: { description: next }, shared: true });
    expect(toOutcomes(result)).toEqual(['same', 'changed', 'changed']);
    expect(result.branches[0]?.exceptions).toEqual(['description']);
    expect(await findAll('description')).toEqual([own, next, next]);

    const again = await owner.post(path(`/branches/${first}/shared`), { fields: ['description'] });
    expect(again.body.branches).toMatchObject([{ outcome: 'changed' }]);
    expect(await findAll('description')).toEqual([next, next, next]);
    expect(await findExceptions()).toEqual([[], [], []]);
  });

  it('are what they were when their edit is undone', async () => {
    const before = await findAll('description');
    await edit({ changes: { website: 'https://pacific.example' }, shared: true });
    const { editId } = await edit({ changes: { description: DESCRIPTION }, shared: true });
    await undo(editId);
    expect(await findAll('description')).toEqual(before);
    expect((await owner.get(path('/shared'))).body.values).toEqual({ website: 'https://pacific.example' });
  });

  it('stop to be exceptions when a branch is edited to them', async () => {
    const [first] = branches as [number];
    await edit({ changes: { website: 'https://pacific.example' }, shared: true });
    await editOne(first, { website: 'https://irvine.example' });
    await editOne(first, { website: 'https://pacific.example' });
    expect(await findExceptions()).toEqual([[], [], []]);
    // Another value for one branch alone is an exception too.
    await edit({ listings: [first], changes: { website: 'https://irvine.example' } });
    expect(await findExceptions()).toEqual([['website'], [], []]);
  });

  it('are nothing that was never shared', async () => {
    const [first] = branches;
    const response = await owner.post(path(`/branches/${first}/shared`), { fields: ['hours'] });
    expect(response.status).toBe(409);
  });
});

describe('Who may edit branches', () => {
  const requests = (id: number): ((who: Visitor) => Promise<{ status: number }>)[] => [
    (who) => post({ changes: { description: DESCRIPTION } }, who),
    (who) => undo(id, who),
    (who) => who.get(path('/edits')),
    (who) => who.post(path(`/branches/${branches[0]}/shared`), { fields: ['description'] }),
  ];
  const statuses = async (id: number, who: Visitor) =>
    Promise.all(requests(id).map(async (request) => (await request(who)).status));

  it.each([
    ['a stranger', null, 404],
    ['somebody who may view all listings', 'viewer', 404],
  ] as const)('is not %s', async (_who, role, status) => {
    const { editId } = await edit({ changes: { description: DESCRIPTION }, shared: true });
    const { id } = await makeAccount(db);
    if (role) await makeListingMember(db, { owner_id: ownerId, account_id: id, role });
    expect(await statuses(editId as number, await api.signedInVisitor(id))).toEqual(Array(4).fill(status));
  });

  it('is somebody who manages all listings, whom versions name', async () => {
    const { id } = await makeAccount(db);
    await makeListingMember(db, { owner_id: ownerId, account_id: id, role: 'manager' });
    const manager = await api.signedInVisitor(id);
    const { status, body } = await post({ changes: { description: DESCRIPTION } }, manager);
    expect([status, body.branches[0].outcome]).toEqual([200, 'changed']);
    const version = await db
      .selectFrom('listing_versions')
      .select(['account_id', 'role'])
      .where('listing_id', '=', branches[0] as number)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    expect(version).toEqual({ account_id: id, role: 'manager' });
    expect((await undo(body.editId, manager)).status).toBe(200);
  });

  it('is nobody who was suspended', async () => {
    const { editId } = await edit({ changes: { description: DESCRIPTION }, shared: true });
    await suspend(db, { id: ownerId, by: 1, reason: 'A reason' });
    expect(await statuses(editId as number, owner)).toEqual(Array(4).fill(401));
  });

  it('is not who owns another business', async () => {
    const { editId } = await edit({ changes: { description: DESCRIPTION } });
    const { id } = await makeAccount(db);
    const other = await makeOrganization(db, { ownerId: id });
    const visitor = await api.signedInVisitor(id);
    const base = `/api/user/organizations/${other.id}`;
    expect((await visitor.post(`${base}/edits/${editId}/undo`)).status).toBe(404);
    const response = await visitor.post(`${base}/edits`, { listings: branches, changes: { description: DESCRIPTION } });
    expect(response.body.branches).toMatchObject(Array(3).fill({ outcome: 'refused', title: '' }));
  });
});

it('Edits that can no longer be undone are deleted', async () => {
  const { editId } = await edit({ changes: { description: DESCRIPTION } });
  await deleteOldBranchEdits(db);
  expect((await owner.get(path('/edits'))).body).toHaveLength(1);
  await sql`update organization_edits set at = now() - interval '31 days' where id = ${editId}`.execute(db);
  expect((await undo(editId)).status).toBe(404);
  await deleteOldBranchEdits(db);
  const left = await db.selectFrom('organization_edits').select('id').where('id', '=', editId).execute();
  expect(left).toEqual([]);
});
