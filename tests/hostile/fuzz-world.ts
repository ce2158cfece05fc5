import { randomUUID } from 'node:crypto';
import type { MailingKind } from '#contract/mailings.ts';
import { createEmailToken } from '#server/accounts/email-tokens.ts';
import { createUnsubscribeToken, markMailingsSent } from '#server/accounts/mailings.ts';
import { hashToken } from '#server/http/sessions.ts';
import {
  makeAccount,
  makeClaim,
  makeDailyMetrics,
  makeListing,
  makeMessage,
  makePhoto,
  makeSavedSearch,
  makeSession,
} from '#server/seed/factories.ts';
import { type createTestApi, PASSWORD } from '../support/api.ts';
import { newIdempotencyKey } from '../support/listing-form.ts';
import type { Operation } from './api-document.ts';
import { FIELD_EXAMPLES } from './field-examples.ts';
import { createPayments } from './fuzz-payments.ts';
import type { Examples } from './generated-values.ts';

type TestApi = Awaited<ReturnType<typeof createTestApi>>;

export const ROLES = ['anonymous', 'owner', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Two accounts with something of every kind, and what requests refer to it by. */
export interface FuzzWorld {
  /** The token of the session of each role. */
  sessions: Record<Role, string | null>;
  /**
   * Opens a new session for each role whose session has ended.
   * @returns false if an account was deleted or suspended
   */
  keepSignedIn(): Promise<boolean>;
  /** The values for the fields of a route; `path id` is the id in its path. */
  examples(operation: Pick<Operation, 'path'>): Examples;
}

/** The kind of the id in a path. */
const ID_KINDS: [RegExp, keyof Ids][] = [
  [/\/sessions\//, 'sessions'],
  [/\/photos\//, 'photos'],
  [/\/searches\//, 'searches'],
  [/\/payments\//, 'payments'],
  [/\/users\//, 'accounts'],
  [/\/reports\//, 'reports'],
  [/\/claims\//, 'claims'],
  [/\/messages\//, 'messages'],
  [/\/suggested-edits\//, 'suggestedEdits'],
  [/\/matches\//, 'matches'],
  [/\/imports\//, 'imports'],
  [/\/import-uploads\//, 'uploads'],
  [/\/(ads|saved)\//, 'listings'],
];

const SLUGS: Record<string, string[]> = {
  '/api/county/': ['orange-county', 'los-angeles-county', 'nowhere'],
  '/api/city/': ['irvine', 'los-angeles', 'orange-county'],
  '/api/location/': ['irvine', 'orange-county', 'nowhere'],
  '/api/category/': ['plumbers', 'restaurants', 'none'],
};

/** Enough for a few listings: each picture belongs to one. */
const PHOTOS = 12;

type Ids = Awaited<ReturnType<typeof createRows>>['ids'];

/** Removes what earlier requests left, and creates everything anew. */
export async function createFuzzWorld(api: TestApi): Promise<FuzzWorld> {
  const { db } = api;
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('photos').execute();
  await db.deleteFrom('contact_messages').execute();
  await db.deleteFrom('import_uploads').execute();
  await db.deleteFrom('imports').execute();
  await db.deleteFrom('accounts').execute();
  await db.deleteFrom('limits').execute();
  const { ids, owner, administrator, tokens, intents } = await createRows(api);
  const accounts = { owner: owner.id, administrator: administrator.id };
  const sessions: FuzzWorld['sessions'] = { anonymous: null, owner: null, administrator: null };
  const keepSignedIn = async () => {
    for (const role of ['owner', 'administrator'] as const) {
      const session = await findSession(db, sessions[role] ?? '', accounts[role]);
      if (session === 'no account') return false;
      if (session === 'ended') sessions[role] = (await makeSession(db, accounts[role])).token;
    }
    return true;
  };
  await keepSignedIn();
  const emails = [owner.email, 'new@mail.example', "o'neil+tag@mail.example", `${'a'.repeat(64)}@mail.example`];
  const today = new Date().toISOString().slice(0, 10);
  const values: Record<string, readonly unknown[]> = {
    ...FIELD_EXAMPLES,
    id: ids.photos,
    ad: ids.listings,
    listingId: ids.listings,
    accountId: ids.accounts,
    ids: [ids.listings.join(','), ids.listings, ids.listings.slice(0, 1), ''],
    intentId: intents,
    paymentIntent: intents,
    email: emails,
    username: [
      owner.username,
      owner.username,
      owner.username,
      'new-owner',
      'naïve-owner',
      `owner ${owner.id}`,
      'ﷺ-owner',
      '店主さん',
    ],
    password: [PASSWORD, PASSWORD, PASSWORD, 'wrong but long enough', '🔑'.repeat(20)],
    confirmPassword: [PASSWORD],
    currentPassword: [PASSWORD, PASSWORD, 'wrong but long enough'],
    newPassword: [PASSWORD, 'the quick brown otter', '🔑 of the otter'],
    photos: [[], ids.photos.slice(0, 2).map((id) => ({ id, alt: '"><script>alert(1)</script>' })), 'true', 'false'],
    logo: [null, { id: ids.photos[2], alt: '' }],
    from: ['/city/irvine', '2026-01-01', today],
    to: [today, '2026-02-28'],
    cursor: [],
    'idempotency-key': [newIdempotencyKey(), newIdempotencyKey()],
    version: [1, 1, 1, 2],
    value: ['9495550100', ...ids.listings.map(String), `https://localhost/ads/${ids.listings[0]}`],
  };
  return {
    sessions,
    keepSignedIn,
    examples:
      ({ path }) =>
      (name) => {
        if (name === 'path id') return ids[ID_KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'listings'];
        if (name === 'token') return Object.entries(tokens).find(([start]) => path.startsWith(start))?.[1] ?? [];
        if (name === 'slug') return Object.entries(SLUGS).find(([start]) => path.startsWith(start))?.[1] ?? [];
        return values[name] ?? [];
      },
  };
}

async function findSession(db: TestApi['db'], token: string, accountId: number) {
  const account = await db
    .selectFrom('accounts')
    .leftJoin('sessions', (join) =>
      join.onRef('account_id', '=', 'accounts.id').on('token_hash', '=', hashToken(token)),
    )
    .where('accounts.id', '=', accountId)
    .where('is_active', '=', true)
    .select('sessions.id as sessionId')
    .executeTakeFirst();
  if (!account) return 'no account';
  return account.sessionId === null ? 'ended' : 'open';
}

async function createRows(api: TestApi) {
  const { db } = api;
  const owner = await makeAccount(db, {
    email_confirmed_at: new Date(),
    pending_email: `${randomUUID()}@mail.example`,
  });
  const other = await makeAccount(db, { email_confirmed_at: new Date() });
  const suspended = await makeAccount(db, {
    is_active: false,
    suspended_at: new Date(),
    suspension_reason: 'Spam',
  });
  const administrator = await makeAccount(db, { id: 1, username: 'admin', email: null, business_name: null });
  const own = { owner_id: owner.id, email: 'hello@golden-hour.example' };
  const listings = [
    await makeListing(db, own),
    await makeListing(db, { ...own, title: 'Golden Hour Drains' }),
    await makeListing(db, { ...own, status: 'draft' }),
    await makeListing(db, { ...own, status: 'paused' }),
    await makeListing(db, { ...own, status: 'deleted' }),
    await makeListing(db, { ...own, expires_at: new Date(Date.now() + 86_400_000) }),
    await makeListing(db, { owner_id: other.id, status: 'hidden' }),
    await makeListing(db, { owner_id: other.id }),
    await makeListing(db, { origin: 'open-data', website: 'https://golden-hour.example/' }),
    await makeListing(db, { origin: 'open-data' }),
    await makeListing(db, { origin: 'open-data' }),
  ].map(({ id }) => id);
  const [premiumId = 0, ownId = 0] = listings;
  const unclaimed = listings.slice(-3);
  const photos = await Promise.all(Array.from({ length: PHOTOS }, () => makePhoto(db, owner.id)));
  photos.push(await makePhoto(db, other.id));
  const claims = [
    await makeClaim(db, { account_id: owner.id, listing_id: unclaimed[0] as number }),
    await makeClaim(db, { account_id: other.id, listing_id: unclaimed[1] as number, status: 'waiting' }),
  ];
  const reports = await db
    .insertInto('reports')
    .values([
      { listing_id: ownId, reason: 'closed' },
      { listing_id: premiumId, reason: 'other', text: 'Wrong phone' },
    ])
    .returning('id')
    .execute();
  const suggestedEdits = await db
    .insertInto('suggested_edits')
    .values([
      { listing_id: ownId, kind: 'phone', value: '(949) 555-0123' },
      { listing_id: premiumId, kind: 'closed' },
    ])
    .returning('id')
    .execute();
  const [, second, third] = unclaimed as [number, number, number];
  const matches = await db
    .insertInto('doubtful_pairs')
    .values([
      { listing_id: second, other_id: third, score: 5 },
      { listing_id: ownId, other_id: second, score: 4, verdict: 'different', decided_at: new Date() },
    ])
    .returning('id')
    .execute();
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
  await makeDailyMetrics(db, premiumId, '2026-03-08', { views: 12, hour: { '9': 12 } });
  const { payments, intents } = await createPayments(api, owner.id, premiumId);
  const token = (kind: 'reset-password' | 'confirm-email') =>
    db.transaction().execute((trx) => createEmailToken(trx, { accountId: owner.id, kind, email: owner.email ?? '' }));
  const mailingToken = async (kind: MailingKind) => {
    const mailing = { kind, day: '2026-03-08', accountIds: [owner.id] };
    const ids = await db.transaction().execute((trx) => markMailingsSent(trx, mailing));
    return createUnsubscribeToken(db, ids.get(owner.id) as number);
  };
  const toIds = (rows: { id: number }[]) => rows.map(({ id }) => id);
  return {
    owner,
    administrator,
    intents,
    tokens: {
      '/api/password-resets': [await token('reset-password'), await token('reset-password')],
      '/api/email-confirmations': [await token('confirm-email')],
      '/api/claims': [claims[0]?.token],
      '/api/unsubscribe': [await mailingToken('weekly-summary'), searches[0]?.token],
      '/api/confirm-listings': [await mailingToken('accuracy-check')],
    },
    ids: {
      accounts: [owner.id, administrator.id, suspended.id, other.id],
      listings,
      photos: toIds(photos),
      claims: toIds(claims),
      reports: toIds(reports),
      suggestedEdits: toIds(suggestedEdits),
      matches: toIds(matches),
      imports: toIds(imports),
      uploads: toIds(uploads),
      messages: toIds(messages),
      searches: toIds(searches),
      sessions: toIds([await makeSession(db, owner.id), await makeSession(db, other.id)]),
      payments,
    },
  };
}
