import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

let owner: Visitor;
let helper: Visitor;
let stranger: Visitor;
let id: number;
let listings: number[];
beforeAll(async () => {
  const accounts = [await makeAccount(db), await makeAccount(db), await makeAccount(db)] as const;
  const [{ id: ownerId }, { id: helperId }, { id: strangerId }] = accounts;
  [owner, helper] = [await api.signedInVisitor(ownerId), await api.signedInVisitor(helperId)];
  stranger = await api.signedInVisitor(strangerId);
  await makeListingMember(db, { owner_id: ownerId, account_id: helperId, role: 'viewer' });
  const paid = { owner_id: ownerId, level: 'premium' as const, paid_until: new Date(Date.now() + 1e8) };
  listings = [];
  for (const columns of [paid, paid, { owner_id: ownerId }]) listings.push((await makeListing(db, columns)).id);
  ({ id } = await makeOrganization(db, { ownerId, listings }));
  const [first = 0, second = 0, free = 0] = listings;
  await makeDailyMetrics(db, first, '2026-03-08', { views: 12 });
  await makeDailyMetrics(db, first, '2026-03-09', { views: 5 });
  await makeDailyMetrics(db, first, '2026-02-01', { views: 100 });
  await makeDailyMetrics(db, second, '2026-03-09', { views: 3 });
  await makeDailyMetrics(db, free, '2026-03-09', { views: 40 });
  await makeConversation(db, {
    ...{ listing_id: second, owner_id: ownerId, opened_at: new Date('2026-03-09T20:00:00Z') },
  });
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

const MARCH = '?from=2026-03-01&to=2026-03-31';
const read = (query = MARCH, who = owner) => who.get(`/api/user/organizations/${id}/numbers${query}`);

describe('The numbers of a business', () => {
  it('are those of each branch with a paid level, and their sum, in a range of days', async () => {
    const { status, body } = await read();
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ from: '2026-03-01', to: '2026-03-31', total: { views: 20, messages: 1, phoneClicks: 0 } },
        branches: [
          { id: listings[0], numbers: { views: 17, messages: 0 } },
          { id: listings[1], numbers: { views: 3, messages: 1 } },
          { id: listings[2], numbers: null },
        ],
      },
    ]);
  });

  it('agree with the page of analytics of each branch', async () => {
    await owner.send(
      'POST',
      '/api/events',
      { events: [{ kind: 'view', ad: listings[0] }] },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
    );
    await api
      .visitor()
      .send(
        'POST',
        '/api/events',
        { events: [{ kind: 'view', ad: listings[0] }] },
        { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
      );
    await expect.poll(async () => (await read('')).body.total.views).toBe(1);
    for (const { id, numbers } of (await read('')).body.branches) {
      if (numbers === null) continue;
      const { total } = (await owner.get(`/api/ads/${id}/analytics`)).body;
      const { messages: _, ...counted } = numbers;
      expect(total).toMatchObject(counted);
    }
  });

  it('are read by whoever may view all listings, and nobody else', async () => {
    expect((await read(MARCH, helper)).status).toBe(200);
    expect((await read(MARCH, stranger)).status).toBe(404);
    expect((await read(MARCH, api.visitor())).status).toBe(401);
  });

  it.each([
    ['reversed', '?from=2026-03-09&to=2026-03-01'],
    ['too long', '?from=2020-01-01&to=2026-03-01'],
    ['malformed', '?from=yesterday'],
  ])('are refused for a range that is %s', async (_how, query) => {
    expect((await read(query)).status).toBe(400);
  });
});
