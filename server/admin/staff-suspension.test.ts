import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#contract/admin/roles.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const findRole = async (id: number) =>
  (await db.selectFrom('staff').select('role').where('account_id', '=', id).executeTakeFirst())?.role ?? null;

const suspend = async (actorId: number, id: number) =>
  (await api.signedInVisitor(actorId)).post(`/api/admin/users/${id}/suspend`, { reason: 'Spam' });

describe('The suspension of a member of the staff', () => {
  it('ends their access at once, and activating the account does not give it back', async () => {
    const { id } = await makeStaff(db, 'moderator');
    const member = await api.signedInVisitor(id);
    expect((await member.get('/api/admin/reports')).status).toBe(200);
    expect((await suspend(1, id)).status).toBe(200);
    expect((await member.get('/api/admin/reports')).status).toBe(401);
    expect(await findRole(id)).toBeNull();
    const administrator = await api.signedInVisitor(1);
    expect((await administrator.post(`/api/admin/users/${id}/activate`)).status).toBe(200);
    expect((await (await api.signedInVisitor(id)).get('/api/admin/reports')).status).toBe(403);
  });

  it.each(['administrator', 'support'] as Role[])('is refused to support, for %s', async (role) => {
    const { id: supporter } = await makeStaff(db, 'support');
    const { id } = await makeStaff(db, role);
    const { status, body } = await suspend(supporter, id);
    expect([status, body.message]).toEqual([403, 'Only an administrator can suspend a member of the site’s team.']);
    expect(await findRole(id)).toBe(role);
    const { id: owner } = await makeAccount(db);
    expect((await suspend(supporter, owner)).status).toBe(200);
  });

  it('is refused for oneself', async () => {
    const { id } = await makeStaff(db, 'administrator');
    expect((await suspend(id, id)).status).toBe(403);
    expect(await findRole(id)).toBe('administrator');
  });

  it('takes one of two administrators who suspend each other', async () => {
    for (let round = 0; round < repetitions(2, 5); round++) {
      const [first, second] = [await makeStaff(db, 'administrator'), await makeStaff(db, 'administrator')];
      const visitors = [await api.signedInVisitor(first.id), await api.signedInVisitor(second.id)];
      const reason = 'Spam';
      const answers = await Promise.all([
        visitors[0]?.post(`/api/admin/users/${second.id}/suspend`, { reason }),
        visitors[1]?.post(`/api/admin/users/${first.id}/suspend`, { reason }),
      ]);
      expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
      expect([await findRole(first.id), await findRole(second.id)].toSorted()).toEqual(['administrator', null]);
    }
  });
});

it('A role cannot be given to account 1, which has it by itself', async () => {
  await expect(db.insertInto('staff').values({ account_id: 1, role: 'editor' }).execute()).rejects.toThrow(
    'staff_account_id_check',
  );
  expect((await (await api.signedInVisitor(1)).get('/api/user')).body.role).toBe('administrator');
});
