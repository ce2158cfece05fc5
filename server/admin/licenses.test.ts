import { afterAll, beforeEach, expect, it } from 'vitest';
import { addToStateList } from '#server/licenses/state-list.ts';
import { sendLicenseEmails } from '#server/listings/lifecycle/license-emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
await makeAccount(db, { id: 1, username: 'admin', email: null });

const LICENSE = {
  number: '1042318',
  business_name: 'OAK DRAINS INC',
  classes: ['C-36'],
  is_clear: true,
  expires_on: null,
};
const list = (columns: object = {}) => addToStateList(db, [{ ...LICENSE, ...columns }], '2025-10-31');

beforeEach(async () => {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('state_licenses').execute();
  await list();
});

const makePlumber = async (columns: object = {}) =>
  (await makeListing(db, { category: 'plumbers', title: 'Elm Drains', business_name: 'Elm Drains', ...columns })).id;
const readQueue = async () => (await (await api.signedInVisitor(1)).get('/api/admin/licenses')).body;
const readCount = async () =>
  (await (await api.signedInVisitor(1)).get('/api/admin/today')).body.queues.find(
    ({ queue }: { queue: string }) => queue === 'licenses',
  ).count;

it('The staff sees licenses that the list does not confirm with what it has, and owners that state none', async () => {
  const owner = await makeAccount(db, { username: 'elm' });
  const other = await makePlumber({ license_number: 'CSLB 1042318', owner_id: owner.id });
  const missing = await makePlumber({ owner_id: owner.id });
  // In no doubt: confirmed, stated, of no licensed trade, unclaimed, or unseen.
  await makePlumber({ license_number: '1042318', business_name: 'Oak Drains' });
  await makePlumber({ license_number: 'Not licensed; jobs under $1,000' });
  await makePlumber({ category: 'bakeries' });
  await makePlumber({ owner_id: null, origin: 'open-data' });
  await makePlumber({ license_number: '1042318', status: 'draft' });
  expect(await readQueue()).toEqual([
    {
      id: missing,
      listing: { id: missing, title: 'Elm Drains', status: 'active', owner: { id: owner.id, username: 'elm' } },
      ...{ reason: 'missing', stated: null, listed: null },
    },
    {
      id: other,
      listing: { id: other, title: 'Elm Drains', status: 'active', owner: { id: owner.id, username: 'elm' } },
      ...{ reason: 'name', stated: 'CSLB 1042318' },
      listed: { number: '1042318', name: 'OAK DRAINS INC', classes: ['C-36'], expiresOn: null },
    },
  ]);
  expect(await readCount()).toBe(1);
});

it('An owner is emailed once for each number and reason, in their language', async () => {
  const emails: Email[] = [];
  const jobs = { enqueueEmail: async (_: unknown, sent: Email | Email[]) => void emails.push(...[sent].flat()) };
  const site = { name: 'SoCal Local', origin: 'https://socal.example' };
  const send = async () => {
    await sendLicenseEmails(db, { jobs, site } as unknown as Parameters<typeof sendLicenseEmails>[1]);
    return emails.splice(0);
  };
  const { id: owner_id } = await makeAccount(db, {
    email: 'owner@mail.example',
    email_confirmed_at: new Date(),
    language: 'es',
  });
  const id = await makePlumber({ owner_id, license_number: '1042318' });
  await makePlumber({ owner_id: null, origin: 'open-data', license_number: '1042318' });
  expect(await send()).toMatchObject([
    { to: 'owner@mail.example', text: expect.stringMatching(/Elm Drains.*está a otro nombre/s) },
  ]);
  expect(await send()).toEqual([]);
  await db.updateTable('listings').set({ business_name: 'Oak Drains' }).where('id', '=', id).execute();
  expect(await send()).toEqual([]);
  await list({ is_clear: false });
  expect(await send()).toMatchObject([{ text: expect.stringContaining('suspendida') }]);
});
