import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

async function signedIn() {
  const account = await makeAccount(api.db);
  const visitor = api.visitor();
  await visitor.signIn(account.username);
  return { account, visitor };
}

describe('Exporting an account', () => {
  it('gives a file with the profile, sessions, history and what other nouns hold, and nothing that opens the account', async () => {
    const { account, visitor } = await signedIn();
    await api.createListing({ owner_id: account.id, title: 'Seen By All', website: 'https://golden-hour.example' });
    await api.createListing({ owner_id: account.id, title: 'Hidden By Me', status: 'paused' });
    await api.createListing({ title: 'Somebody Else’s' });
    const { status, headers, body } = await visitor.get('/api/user/export');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="my-account.json"');
    expect(headers['cache-control']).toBe('private, no-store');
    const nouns = [
      'payments',
      'autoRenewals',
      'billing',
      'reviews',
      'webhooks',
      'conversations',
      'claims',
      'organizations',
      'hoursFeeds',
      'listings',
      'postingDraft',
      'people',
      'photos',
      'messages',
      'reports',
      'suggestedEdits',
    ];
    nouns.push(
      'objections',
      'savedListings',
      'savedLists',
      'savedSearches',
      'mailings',
      'secondFactors',
      'apiKeys',
      'listingViews',
      'staff',
    );
    expect(Object.keys(body)).toEqual(['profile', 'sessions', 'history', ...nouns]);
    expect(body.profile).toEqual((await visitor.get('/api/user')).body);
    expect(body.sessions).toMatchObject([{ current: true, userAgent: 'lightMyRequest' }]);
    expect(body.history).toMatchObject([{ kind: 'signed-in' }]);
    expect(body.listings).toMatchObject([
      { title: 'Hidden By Me', status: 'paused' },
      { title: 'Seen By All', website: 'https://golden-hour.example', category: 'Plumbers' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/argon2|token|hash/i);
    expect(JSON.stringify(body)).not.toContain(visitor.cookies.get('session'));
  });

  it('is limited to ten times an hour', async () => {
    const { visitor } = await signedIn();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await visitor.get('/api/user/export')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});
