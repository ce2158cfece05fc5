import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Conflict } from '#server/platform/http/errors.ts';
import type { ScheduledBackup } from '#server/platform/storage/backup/scheduled-backup.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

// What commands do too, by the API.
const stripe = await startStripeServer();
let isRunning = false;
const failure = { at: '2026-11-21T12:00:00.000Z', cause: 'The disk is full.' };
const scheduledBackup: ScheduledBackup = {
  announce: async () => {},
  startIfDue: async () => {},
  async startNow() {
    if (isRunning) throw new Conflict('One is being made.');
    isRunning = true;
  },
  download: async () => ({ name: 'backup-2026-11-20.tar', content: Readable.from(['rows']) }),
  getState: async () => ({
    ...{ isAutomatic: true, isEncrypted: false, lastAt: '2026-11-20T12:00:00.000Z', failure, isRunning },
    downloadableAt: '2026-11-20T12:00:00.000Z',
  }),
  close() {},
};
const api = await createTestApi({ env: stripe.env, scheduledBackup });
const { db } = api;
const auditLog = trackAuditLog(db);
afterAll(async () => {
  await api.close();
  await stripe.close();
});
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});
const admin = () => api.signedInVisitor(1);

describe('A backup', () => {
  it('is started by an administrator, one at a time, and is in the audit log', async () => {
    const { get, post } = await admin();
    const lastAt = '2026-11-20T12:00:00.000Z';
    expect((await get('/api/admin/backups')).body).toEqual({
      ...{ isAutomatic: true, isEncrypted: false, lastAt, downloadableAt: lastAt, failure, isRunning: false },
    });
    expect(await post('/api/admin/backups')).toMatchObject({ status: 200, body: { lastAt, isRunning: true } });
    expect(await post('/api/admin/backups')).toMatchObject({ status: 409, body: { message: 'One is being made.' } });
    expect(await auditLog.readNew()).toMatchObject([{ kind: 'backup-started', actor_id: 1 }]);
  });

  it('is downloaded as one file by an administrator who verified just now, which is in the audit log', async () => {
    const visitor = await admin();
    const cookies = Object.fromEntries(visitor.cookies);
    const { headers, body } = await api.http.inject({ url: '/api/admin/backups/file', cookies });
    expect(body).toBe('rows');
    expect(headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': 'attachment; filename="backup-2026-11-20.tar"',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'data-exported', actor_id: 1, reason: 'backup, backup-2026-11-20.tar' },
    ]);
    const verified_at = new Date(Date.now() - 11 * 60_000);
    visitor.cookies.set('session', (await makeSession(db, 1, { verified_at, verified_by: 'totp' })).token);
    expect(await visitor.get('/api/admin/backups/file')).toMatchObject({
      ...{ status: 403, body: { code: 'step-up-required' } },
    });
  });
});

describe('The samples', () => {
  it('are removed once for all, but for those that somebody has claimed', async () => {
    await db.insertInto('settings').values({ key: 'samples', value: '"loaded"' }).execute();
    const owner = await makeAccount(db);
    const ids = [];
    for (const columns of [{ origin: 'open-data' }, { origin: 'open-data', owner_id: owner.id }, {}] as const)
      ids.push((await makeListing(db, columns)).id);
    const { get, post } = await admin();
    expect((await get('/api/admin/samples')).body).toEqual({ areLoaded: true });
    expect((await post('/api/admin/samples/remove')).body).toEqual({ openData: 1, samples: 0 });
    expect((await get('/api/admin/samples')).body).toEqual({ areLoaded: false });
    expect(await db.selectFrom('listings').select('id').orderBy('id').execute()).toEqual([
      { id: ids[1] },
      { id: ids[2] },
    ]);
    expect(await auditLog.readNew()).toMatchObject([{ kind: 'samples-removed', actor_id: 1, after: { listings: 1 } }]);
  });

  it('stay when who asks has not proved who they are', async () => {
    const stale = await api.signedInVisitor(1, undefined, { verified_at: new Date(Date.now() - 11 * 60_000) });
    expect((await stale.post('/api/admin/samples/remove')).body.code).toBe('step-up-required');
  });
});

describe('The comparison with Stripe', () => {
  it('says what was taken, and what the ledger does not know', async () => {
    const owner = await api.signedInVisitor((await makeAccount(db)).id);
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    await stripe.pay(intent);
    const { get } = await admin();
    const compare = async (query = '') => (await get(`/api/admin/payments/reconciliation${query}`)).body;
    expect(await compare()).toEqual({
      ...{ charges: 1, chargedCents: 10_000, refundedCents: 0 },
      differences: [expect.stringMatching(/^ch_\w+ \(pi_\w+\) took 10000 cents that the ledger does not know\.$/)],
    });
    await returnFromPayment(owner, intent.intentId);
    expect(await compare()).toEqual({ charges: 1, chargedCents: 10_000, refundedCents: 0, differences: [] });
    expect((await get('/api/admin/payments/reconciliation?days=91')).status).toBe(400);
  });
});
