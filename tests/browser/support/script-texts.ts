import type { Page } from '@playwright/test';
import type { AdminMessage } from '#contract/contact/contact.ts';
import type { Claim } from '#contract/ownership/claims.ts';
import { listOperations, type Operation } from '#tests/hostile/api-document.ts';
import { FIELD_EXAMPLES } from '#tests/hostile/field-examples.ts';
import { createScriptSender } from '#tests/hostile/script-texts.ts';
import { getHostileScripts } from '#tests/hostile/scripts.ts';
import { createOwner, type Owner, post, randomIpAddress } from './accounts.ts';
import { getJson } from './fixtures.ts';
import { findUnclaimedListing, postListing, uploadPhotos } from './listings.ts';
import { payForPlan } from './payments.ts';

/**
 * Sends scripts in every text field that the API's own description has: as an owner with a paid listing, and as the administrator,
 * who answers what the owner has sent.
 * @param start the index of the first script
 */
export async function sendScripts(page: Page, admin: Page, owner: Owner, start: number) {
  const ad = await postListing(page);
  const payment = await payForPlan(page, { plan: 'monthly', listingId: ad.id });
  const findIds = await createObjects(page, admin, owner, { ad, payment });
  const pictures = await uploadPhotos(page, Array(3).fill({ alt: '' }));
  const values: Record<string, readonly unknown[]> = {
    ...FIELD_EXAMPLES,
    id: pictures.map(({ id }) => id),
    version: [1],
    email: ['ana@mail.example'],
  };
  const { SITE_ORIGIN = '' } = process.env;
  let ids: number[] = [];
  const send = createScriptSender({
    scripts: getHostileScripts(),
    start,
    examples: () => (name) => (name === 'path id' ? ids : (values[name] ?? [])),
    async send({ operation, method, url, body }) {
      const { request } = isAdministrative(operation) ? admin : page;
      const headers = { origin: SITE_ORIGIN, 'x-forwarded-for': randomIpAddress() };
      const response = await request.fetch(url, { method, data: body, headers });
      return { status: response.status(), body: await response.json().catch(() => ({})) };
    },
  });
  const operations = listOperations(await getJson(page, '/api/openapi.json')).filter(
    ({ method }) => method !== 'DELETE',
  );
  // The administrator sees what is unanswered.
  const unanswered = operations.filter(({ path }) => /\/(contact|claims|reports)$/.test(path));
  for (const operation of [...operations, ...unanswered]) {
    ids = await findIds(operation);
    await send(operation);
  }
  return { ad, payment };
}

const isAdministrative = ({ path }: Operation) => path.startsWith('/api/admin/');

/** Creates what requests refer to, because other tests use the same site: nothing else is changed. */
async function createObjects(
  page: Page,
  admin: Page,
  owner: Owner,
  { ad, payment }: { ad: { id: number }; payment: { id: number } },
) {
  const unclaimed = await findUnclaimedListing(page);
  const hidden = await postListing(page);
  const suspended = await createOwner(page);
  const declined = await payForPlan(page, { plan: 'monthly' });
  await post(page, `/api/user/payments/${declined.id}/refund-requests`, { reason: 'It brought nobody' });
  const findClaims = async () => (await getJson<Claim[]>(page, '/api/user/claims')).map(({ id }) => id);
  const findMessages = async () => {
    const messages = await getJson<AdminMessage[]>(admin, '/api/admin/messages');
    return messages.filter(({ account }) => account?.id === owner.id).map(({ id }) => id);
  };
  const lists: [path: string, list: () => Promise<number[]> | number[]][] = [
    ['/api/ads/{id}/claims', () => [unclaimed.id]],
    ['/api/ads/', () => [ad.id]],
    ['/api/user/ads/', () => [ad.id]],
    ['/api/user/payments/', () => [payment.id]],
    ['/api/admin/payments/{id}/decline-refund', () => [declined.id]],
    ['/api/admin/payments/', () => [payment.id]],
    ['/api/admin/users/', () => [suspended.id]],
    ['/api/admin/ads/', () => [hidden.id]],
    ['/api/admin/claims/', findClaims],
    ['/api/admin/messages/', findMessages],
  ];
  return async ({ path }: Operation) => (await lists.find(([start]) => path.startsWith(start))?.[1]()) ?? [];
}
