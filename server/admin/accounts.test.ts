import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount, makeListing, makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { accountListingsQuery, accountQuery } from './accounts.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);

describe('An account', () => {
  it('is shown with its email, business, sessions, listings and payments, and with nothing of others', async () => {
    const account = await makeAccount(db, {
      username: 'poppy-owner',
      email: 'owner@poppy.example',
      pending_email: 'new@poppy.example',
      business_name: 'Poppy Bakery',
    });
    const other = await makeAccount(db);
    await makeSession(db, account.id);
    const ended = await makeSession(db, account.id);
    const last_seen_at = new Date(Date.now() - 15 * 86_400_000);
    await db.updateTable('sessions').set({ last_seen_at }).where('id', '=', ended.id).execute();
    await makeListing(db, { owner_id: other.id });
    const { id } = await makeListing(db, { owner_id: account.id, title: 'Bread', status: 'hidden', expires_at: null });
    const plan = { plan: 'monthly', level: 'premium', months: 1, mode: 'simulated', username: 'poppy-owner' } as const;
    const paid = { ...plan, status: 'paid', paid_at: new Date() } as const;
    await db
      .insertInto('payments')
      .values([
        { ...paid, account_id: account.id, amount_cents: 10_000, receipt_number: 1 },
        { ...paid, account_id: other.id, amount_cents: 5000, receipt_number: 2 },
      ])
      .execute();
    await db
      .insertInto('payments')
      .values({ ...plan, account_id: account.id, amount_cents: 7000 })
      .execute();
    await db
      .insertInto('audit')
      .values([
        { kind: 'signed-in', account_id: account.id, at: new Date('2026-03-01T12:00:00Z') },
        { kind: 'signed-in', account_id: account.id, at: new Date('2026-03-02T12:00:00Z') },
        { kind: 'sign-in-failed', account_id: account.id, at: new Date('2026-03-03T12:00:00Z') },
      ])
      .execute();
    const { status, body } = await administrator.get(`/api/admin/users/${account.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: 'poppy-owner',
      email: 'owner@poppy.example',
      pendingEmail: 'new@poppy.example',
      businessName: 'Poppy Bakery',
      sessions: 1,
      signedInAt: '2026-03-02T12:00:00.000Z',
      listings: { total: 1, newest: [{ id, title: 'Bread', level: 'free', status: 'hidden', expiresAt: null }] },
      payments: [{ amountCents: 10_000 }],
    });
    expect(body.payments).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('hash');
  });

  it('shows no payments to a role that may not see money', async () => {
    const { id } = await makeAccount(db);
    const support = await api.signedInVisitor((await makeStaff(db, 'support')).id);
    expect((await administrator.get(`/api/admin/users/${id}`)).body.payments).toEqual([]);
    expect((await support.get(`/api/admin/users/${id}`)).body).toMatchObject({ id, payments: null });
  });

  it('shows its 20 newest listings, and how many there are', async () => {
    const { id: owner_id } = await makeAccount(db);
    const ids: number[] = [];
    for (let i = 0; i < 21; i++) ids.push((await makeListing(db, { owner_id })).id);
    const { body } = await administrator.get(`/api/admin/users/${owner_id}`);
    expect(body.listings.total).toBe(21);
    expect(body.listings.newest.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).reverse());
  });

  it('that does not exist is 404', async () => {
    expect(await administrator.get('/api/admin/users/999999')).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
    expect((await administrator.get('/api/admin/users/poppy')).status).toBe(404);
  });

  it('is read by indexes', async () => {
    const large = await createLargeDirectory();
    const plans = [
      ...(await explain(large.db, accountQuery(large.db, 2).compile())),
      ...(await explain(large.db, accountListingsQuery(large.db, 2).compile())),
    ].join('\n');
    await large.drop();
    expect(plans).not.toContain('Seq Scan');
  });
});
