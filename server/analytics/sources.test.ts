import { afterAll, expect, it } from 'vitest';
import { VISIT_SOURCES, type VisitSource } from '#contract/ownership/sharing/visit-source.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { aggregateAllEvents, IPHONE, sendEvents } from '#tests/support/analytics.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { id: ownerId } = await makeAccount(api.db);
const owner = await api.signedInVisitor(ownerId);
const create = () => api.createListing({ owner_id: ownerId, level: 'premium' });
const readMetrics = async (id: number) => (await owner.get(`/api/ads/${id}/analytics`)).body;
const view = (ad: number, via?: VisitSource, headers: object = {}) =>
  sendEvents(api.visitor(), [{ kind: 'view', ad, ...(via && { via }) }], { 'user-agent': IPHONE, ...headers });

it('Views are counted by what brought them, before and after they are added to the totals', async () => {
  const id = await create();
  for (const via of [...VISIT_SOURCES, 'qr', 'qr', 'embed', undefined] as const) await view(id, via);
  await api.flush();
  const sources = [
    { source: 'qr', views: 3 },
    { source: 'embed', views: 2 },
    { source: 'api', views: 1 },
    { source: 'assistant', views: 1 },
    { source: 'badge', views: 1 },
  ];
  expect(await readMetrics(id)).toMatchObject({ total: { views: 9 }, sources });
  await aggregateAllEvents(api.db);
  expect(await readMetrics(id)).toMatchObject({ total: { views: 9 }, sources });
});

it('Of a visitor who sends Global Privacy Control it is not stored what brought them', async () => {
  const id = await create();
  await view(id, 'qr', { 'sec-gpc': '1' });
  await api.flush();
  expect(await readMetrics(id)).toMatchObject({ total: { views: 1 }, sources: [] });
});

it('A source that does not exist is refused', async () => {
  const events = [{ kind: 'view', ad: await create(), via: 'carrier-pigeon' }];
  expect((await api.visitor().post('/api/events', { events })).status).toBe(400);
});

it('Messages are counted by what brought the customer', async () => {
  const id = await create();
  for (const source of VISIT_SOURCES) await makeConversation(api.db, { listing_id: id, source });
  expect((await readMetrics(id)).leads).toHaveLength(VISIT_SOURCES.length);
});
