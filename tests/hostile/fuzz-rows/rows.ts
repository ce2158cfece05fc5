import { randomUUID } from 'node:crypto';
import type { MailingKind } from '#contract/mailings.ts';
import { createEmailToken } from '#server/accounts/email-address/email-tokens.ts';
import { createUnsubscribeToken, markMailingsSent } from '#server/accounts/mailings.ts';
import { createRenewalToken } from '#server/listings/lifecycle/renewal-links.ts';
import { createStopToken } from '#server/payments/auto-renewals/links.ts';
import { makeListing, makeMessage, makeSavedSearch } from '#server/site/seed/factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeAutoRenewal } from '#tests/fixtures/renewal-factories.ts';
import { makeSavedList } from '#tests/fixtures/saved-factories.ts';
import type { createTestApi } from '#tests/support/api.ts';
import { createConversations } from './conversations.ts';
import { createListings } from './listings.ts';
import { createPayments } from './payments.ts';
import { createAccounts, createPeople, type FuzzAccounts } from './people.ts';
import { createSite } from './site.ts';
import { toIds } from './to-ids.ts';

export type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** The examples of the fields of routes whose path begins so. */
export type RouteExamples = readonly [start: string, Readonly<Record<string, readonly unknown[]>>];

/** Creates accounts, and rows of every kind that requests refer to. */
export async function createFuzzRows(api: TestApi) {
  const accounts = await createAccounts(api);
  const { owner, administrator, suspended, other } = accounts;
  const people = await createPeople(api, accounts);
  const listings = await createListings(api, accounts);
  const [premiumId = 0, ownId = 0] = listings.ids.listings;
  const conversations = await createConversations(api, accounts, [premiumId, ownId]);
  const { intents, ...payments } = await createPayments(api, accounts, premiumId);
  const site = await createSite(api, accounts);
  const others = await createOthers(api, accounts, { ownId, premiumId });
  const examples: RouteExamples[] = [
    ...people.examples,
    ...listings.examples,
    ...conversations.examples,
    ...payments.examples,
    ...site.examples,
    ...others.examples,
    ['/api/user/order', { ads: [`${ownId}`, `${premiumId},${ownId}`] }],
    // The first can't be downloaded: no request begins a download from the internet.
    ['/api/admin/open-data/{name}/download', { name: ['cslb', 'none'] }],
    ['/api/admin/open-data', { name: ['overture', 'snap', 'none'] }],
  ];
  return {
    owner,
    administrator,
    intents,
    examples,
    tokens: {
      ...people.tokens,
      ...listings.tokens,
      ...conversations.tokens,
      ...others.tokens,
    },
    ids: {
      accounts: [owner.id, administrator.id, suspended.id, other.id],
      ...people.ids,
      ...listings.ids,
      ...conversations.ids,
      ...payments.ids,
      ...site.ids,
      ...others.ids,
    },
  };
}

/** Imports, messages of the contact form, saved searches and metrics, what the staff works with, and links of emails. */
async function createOthers(
  api: TestApi,
  { owner, other, administrator }: FuzzAccounts,
  { ownId, premiumId }: { ownId: number; premiumId: number },
) {
  const { db } = api;
  const imports = await db
    .insertInto('imports')
    .values([
      { file: 'places.csv', fingerprint: Buffer.alloc(32, 1), state: 'finished' },
      { file: 'cut-off.csv', fingerprint: Buffer.alloc(32, 2) },
    ])
    .returning('id')
    .execute();
  const uploads = await db
    .insertInto('import_uploads')
    .values([
      { file: 'places.csv', key: randomUUID().replaceAll('-', ''), size: 9, state: 'ready' },
      { file: 'cut-off.csv', key: randomUUID().replaceAll('-', ''), size: 9, state: 'importing' },
      { file: 'new.csv', key: randomUUID().replaceAll('-', ''), size: 9 },
    ])
    .returning('id')
    .execute();
  const messages = [
    await makeMessage(db, { account_id: owner.id }),
    await makeMessage(db, { status: 'spam', spam_at: new Date() }),
    await makeMessage(db),
  ];
  const searches = [
    await makeSavedSearch(db, { account_id: owner.id }),
    await makeSavedSearch(db, { account_id: other.id }),
  ];
  const lists = [
    await makeSavedList(db, { accountId: owner.id, listings: [premiumId] }),
    await makeSavedList(db, { accountId: other.id, listings: [premiumId, ownId] }),
  ];
  const organizations = [
    await makeOrganization(db, { ownerId: owner.id, slug: 'pacific-dental', listings: [premiumId, ownId] }),
    await makeOrganization(db, { ownerId: other.id }),
  ];
  const branchEdits = await makeBranchEdits(api, organizations[0]?.id as number, ownId);
  await makeDailyMetrics(db, premiumId, '2026-03-08', { views: 12, hour: { '9': 12 } });
  const bulkActions = await db
    .insertInto('bulk_actions')
    .values({ kind: 'hide', account_id: administrator.id, chosen: 1, reason: 'Spam' })
    .returning('id')
    .execute();
  const change = { action_id: bulkActions[0]?.id as number, listing_id: ownId, before: '{}', after: '{}' };
  await db.insertInto('bulk_changes').values(change).execute();
  const views = await db
    .insertInto('listing_views')
    .values({ account_id: administrator.id, name: 'Drafts', filter: 'state=draft', columns: ['State'] })
    .returning('id')
    .execute();
  return {
    examples: toBranchExamples(branchEdits),
    ids: {
      imports: toIds(imports),
      uploads: toIds(uploads),
      messages: toIds(messages),
      searches: toIds(searches),
      lists: toIds(lists),
      organizations: toIds(organizations),
      bulkActions: toIds(bulkActions),
      views: toIds(views),
    },
    tokens: {
      ...(await createEmailTokens(api, owner, searches[0]?.token)),
      '/api/lists': lists.map(({ token }) => token),
    },
  };
}

async function makeBranchEdits({ db }: TestApi, organizationId: number, listingId: number): Promise<number[]> {
  const edits = await db
    .insertInto('organization_edits')
    .values({ organization_id: organizationId, fields: ['website'] })
    .returning('id')
    .execute();
  const [edit_id = 0] = toIds(edits);
  const change = { edit_id, listing_id: listingId, before: '{"website":""}', after: '{"website":""}' };
  await db.insertInto('organization_edit_changes').values(change).execute();
  return [edit_id];
}

const toBranchExamples = (editId: number[]): RouteExamples[] => [
  [
    '/api/user/organizations/{id}/branch-file',
    {
      content: ['name,zip,category\nJoe,92614,plumbers\n', 'PAR1PAR1', '\0'].map((text) =>
        Buffer.from(text).toString('base64'),
      ),
      categoryId: ['', '2'],
    },
  ],
  ['/api/user/organizations/', { editId, fields: [['website'], ['hours', 'phone']], phone: ['(xxx) 555-0100', 'x'] }],
];

async function createEmailTokens({ db }: TestApi, owner: FuzzAccounts['owner'], searchToken: string | undefined) {
  const emailToken = (kind: 'reset-password' | 'confirm-email' | 'sign-in') =>
    db.transaction().execute((trx) => createEmailToken(trx, { accountId: owner.id, kind, email: owner.email ?? '' }));
  const mailingToken = async (kind: MailingKind) => {
    const mailing = { kind, day: '2026-03-08', accountIds: [owner.id] };
    const ids = await db.transaction().execute((trx) => markMailingsSent(trx, mailing));
    return createUnsubscribeToken(db, ids.get(owner.id) as number);
  };
  const expiring = await makeListing(db, { owner_id: owner.id, expires_at: new Date(Date.now() + 86_400_000) });
  return {
    '/api/password-checks': [await emailToken('reset-password')],
    '/api/password-resets': [await emailToken('reset-password'), await emailToken('reset-password')],
    '/api/email-sign-ins': [await emailToken('sign-in')],
    '/api/email-confirmations': [await emailToken('confirm-email')],
    '/api/unsubscribe': [await mailingToken('weekly-summary'), searchToken],
    '/api/confirm-listings': [await mailingToken('accuracy-check')],
    '/api/renewals': [await createRenewalToken(db, expiring.id)],
    '/api/auto-renewals/stop': [await createStopToken(db, await makeAutoRenewal(db, owner.id))],
  };
}
