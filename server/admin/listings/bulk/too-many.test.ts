import { afterAll, expect, it, vi } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';

// As many listings as an action can really have would take a minute to make.
vi.mock('#contract/admin/bulk-actions.ts', async (original) => ({
  ...(await original<typeof import('#contract/admin/bulk-actions.ts')>()),
  MAX_BULK_JOB_LISTINGS: 2,
}));

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

it('A filter that finds more listings than an action can have starts none, not even with exceptions', async () => {
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  const { send } = await api.signedInVisitor(1);
  const make = async () => (await makeListing(db, { title: 'Poppy Bakery', business_name: 'Poppy Bakery' })).id;
  const start = (except: number[]) =>
    send('POST', '/api/admin/bulk-actions', {
      ...{ kind: 'hide', reason: 'Cleaning up', dryRun: true },
      selection: { filter: { words: 'poppy' }, except },
    });
  const ids = [await make(), await make()];
  expect(await start([])).toMatchObject({ status: 200, body: { chosen: 2 } });
  ids.push(await make());
  const counted = await send('GET', '/api/admin/ads/count?words=poppy');
  expect(counted.body).toEqual({ count: 2, isMore: true });
  for (const except of [[], ids.slice(0, 2)])
    expect(await start(except)).toMatchObject({
      status: 400,
      body: { message: 'More than 2 listings match. Narrow the filters.' },
    });
});
