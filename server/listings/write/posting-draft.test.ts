import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { deleteOldPostingDrafts } from './posting-draft.ts';

const api = await createTestApi();
afterAll(api.close);

const PATH = '/api/user/posting-draft';
const signIn = async () => api.signedInVisitor((await makeAccount(api.db)).id);
const content = JSON.stringify({ title: 'Kayaks' });

it('What was typed is there on another device of the account, and on none of another one', async () => {
  const { id } = await makeAccount(api.db);
  const [laptop, phone, stranger] = [await api.signedInVisitor(id), await api.signedInVisitor(id), await signIn()];
  expect((await phone.get(PATH)).body).toEqual({ draft: null });
  const saved = await laptop.send('PUT', PATH, { content });
  expect((await phone.get(PATH)).body).toEqual({ draft: { content, savedAt: saved.body.savedAt } });
  expect((await stranger.get(PATH)).body).toEqual({ draft: null });

  const longer = JSON.stringify({ title: 'Kayaks', description: 'By the hour' });
  expect((await phone.send('PUT', PATH, { content: longer })).body.savedAt >= saved.body.savedAt).toBe(true);
  expect((await laptop.get(PATH)).body.draft.content).toBe(longer);
  expect((await laptop.send('DELETE', PATH)).status).toBe(200);
  expect((await phone.get(PATH)).body).toEqual({ draft: null });
});

it('It is gone once a listing was posted', async () => {
  const visitor = await signIn();
  await visitor.send('PUT', PATH, { content });
  expect((await visitor.post('/api/ads', listingForm({ title: 'Kayaks by the hour' }))).status).toBe(201);
  expect((await visitor.get(PATH)).body).toEqual({ draft: null });
});

it.each([[{}], [{ content: '' }], [{ content: 7 }], [{ content: 'x'.repeat(60_001) }], [{ content: 'a\0b' }]])(
  'What is no draft is refused: %.30j',
  async (body) => {
    const visitor = await signIn();
    expect((await visitor.send('PUT', PATH, body)).status).toBe(400);
    expect((await visitor.get(PATH)).body).toEqual({ draft: null });
  },
);

it('It is deleted when nothing was typed for 30 days', async () => {
  const [old, recent] = [await signIn(), await signIn()];
  for (const visitor of [old, recent]) await visitor.send('PUT', PATH, { content });
  const days = await api.db.selectFrom('posting_drafts').select('account_id').orderBy('account_id').execute();
  for (const [nth, { account_id }] of days.entries())
    await sql`update posting_drafts set saved_at = now() - ${nth === 0 ? 31 : 29} * interval '1 day'
      where account_id = ${account_id}`.execute(api.db);
  await deleteOldPostingDrafts(api.db);
  expect((await old.get(PATH)).body.draft).toBeNull();
  expect((await recent.get(PATH)).body.draft).not.toBeNull();
});
