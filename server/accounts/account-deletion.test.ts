import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { CurrentUser } from '#server/platform/http/sessions.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { deleteAccount } from './account-deletion.ts';
import type { PersonalData } from './personal-data.ts';

const api = await createTestApi();
afterAll(api.close);

async function signedIn() {
  const account = await makeAccount(api.db);
  const visitor = api.visitor();
  await visitor.signIn(account.username);
  return { account, visitor };
}

describe('Deleting an account', () => {
  it('removes everything but the audit event', async () => {
    const { account, visitor } = await signedIn();
    const elsewhere = api.visitor();
    await elsewhere.signIn(account.username);
    await visitor.post('/api/user/email-confirmation');
    const id = await api.createListing({ owner_id: account.id, title: 'Gone With Them' });
    const paused = await api.createListing({ owner_id: account.id, title: 'Paused And Gone', status: 'paused' });
    const others = await api.createListing({ title: 'Still There' });

    const { status, body } = await visitor.send('DELETE', '/api/user', { password: PASSWORD });
    expect([status, body]).toEqual([200, { message: 'Your account has been deleted.' }]);
    expect(visitor.cookies.size).toBe(0);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    expect((await visitor.signIn(account.username)).status).toBe(401);
    expect((await api.get(`/api/ads/${others}`)).status).toBe(200);
    const left = await sql<{ count: number }>`
      select (select count(*) from accounts where id = ${account.id}) + (select count(*) from sessions where account_id = ${account.id})
        + (select count(*) from mailed_links where account_id = ${account.id}) + (select count(*) from listings where id in (${id}, ${paused})) as count`.execute(
      api.db,
    );
    expect(Number(left.rows[0]?.count)).toBe(0);
    const auditEvents = await api.db
      .selectFrom('audit')
      .select(['kind', 'username'])
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .execute();
    expect(auditEvents[0]).toEqual({ kind: 'deleted', username: account.username });
  });

  it('waits for each removal: when one fails, the account and what it has stay', async () => {
    const { account } = await signedIn();
    const failing: PersonalData = {
      name: 'failing',
      export: async () => [],
      erase: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('The removal failed.');
      },
    };
    const user = { accountId: account.id, isAdmin: false } as CurrentUser;
    await expect(deleteAccount(api.db, user, PASSWORD, [failing])).rejects.toThrow('The removal failed.');
    const left = api.db.selectFrom('accounts').select('id').where('id', '=', account.id).execute();
    expect(await left).toHaveLength(1);
  });

  it('frees the name and the email', async () => {
    const { account, visitor } = await signedIn();
    await visitor.send('DELETE', '/api/user', { password: PASSWORD });
    const { username, email } = account;
    const again = { businessName: 'Another Start', username, email, password: PASSWORD };
    const { status, body } = await api.visitor().post('/api/register', again);
    expect(status).toBe(201);
    expect(body.id).not.toBe(account.id);
  });

  it('needs the password', async () => {
    const { visitor } = await signedIn();
    for (const body of [{ password: 'a wrong guess' }, { password: '' }, {}, undefined])
      expect((await visitor.send('DELETE', '/api/user', body)).status).toBe(400);
    expect((await visitor.get('/api/user')).status).toBe(200);
  });

  it('is not for the administrator', async () => {
    const { username } = await makeAccount(api.db, { id: 1 });
    const visitor = api.visitor();
    await visitor.signIn(username);
    const { status, body } = await visitor.send('DELETE', '/api/user', { password: PASSWORD });
    expect([status, body.message]).toEqual([403, 'The administrator account can’t be deleted.']);
    expect((await visitor.get('/api/user')).body.isAdmin).toBe(true);
  });
});
