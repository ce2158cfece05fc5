import { randomUUID } from 'node:crypto';
import { hashToken } from '#server/platform/http/sessions.ts';
import { makeSession } from '#server/site/seed/factories.ts';
import { createFuzzRows, type TestApi } from '#tests/hostile/fuzz-rows/rows.ts';
import { PASSWORD } from '#tests/support/api.ts';
import { newIdempotencyKey } from '#tests/support/listing-form.ts';
import type { Operation } from './api-document.ts';
import { FIELD_EXAMPLES } from './field-examples.ts';
import type { Examples } from './generated-values.ts';

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
  [/\/staff\/invitations\//, 'staffInvitations'],
  [/\/user\/invitations\//, 'invitations'],
  [/\/members\//, 'members'],
  [/\/memberships\//, 'memberships'],
  [/\/staff\//, 'staff'],
  [/\/sessions\//, 'sessions'],
  [/\/photos\//, 'photos'],
  [/\/searches\//, 'searches'],
  [/\/user\/lists\//, 'lists'],
  [/\/user\/organizations\//, 'organizations'],
  [/\/passkeys\//, 'passkeys'],
  [/\/api-keys\//, 'apiKeys'],
  [/\/webhooks\//, 'webhooks'],
  [/\/bulk-actions\//, 'bulkActions'],
  [/\/listing-views\//, 'views'],
  [/\/credit-notes\//, 'creditNoted'],
  [/\/user\/payments\/.*\/cancel/, 'openPayments'],
  [/\/payments\//, 'payments'],
  [/\/gift-credits\//, 'gifts'],
  [/\/coupons\//, 'coupons'],
  [/\/prices\//, 'prices'],
  [/\/taxes\//, 'taxes'],
  [/\/users\//, 'accounts'],
  [/\/reports\//, 'reports'],
  [/\/claims\//, 'claims'],
  [/\/conversations\/.*\/review/, 'answered'],
  [/\/conversations\/.*\/(approve|withhold)$/, 'held'],
  [/\/conversations\/.*\/(stop|dismiss)$/, 'reported'],
  [/\/conversations\/.*\/confirm$/, 'unconfirmed'],
  [/\/conversations\//, 'conversations'],
  [/\/quotes\//, 'quotes'],
  [/\/receipt-codes\//, 'enteredCodes'],
  [/\/(user|admin)\/reviews\//, 'reviews'],
  [/\/messages\//, 'messages'],
  [/\/suggested-edits\//, 'suggestedEdits'],
  [/\/matches\//, 'matches'],
  [/\/objections\//, 'objections'],
  [/\/imports\//, 'imports'],
  [/\/import-uploads\//, 'uploads'],
  [/\/notices\//, 'notices'],
  [/\/announcements\//, 'announcements'],
  [/\/sign-up-invitations\//, 'signUpInvitations'],
  [/\/admin\/pictures\//, 'libraryPictures'],
  [/\/(ad-bookings|ad-frames)\//, 'adBookings'],
  [/\/categories\//, 'categories'],
  [/\/admin\/places\//, 'places'],
  [/\/export-schedules\//, 'exportSchedules'],
  [/\/export-files\//, 'exportFiles'],
  [/\/archives\//, 'archives'],
  [/\/ads\/\{id\}\/review/, 'visited'],
  [/\/ads\/.*\/rows\//, 'rowOwners'],
  [/\/ads\/.*\/(compare|merge|separate$)/, 'unclaimed'],
  [/\/ads\/.*\/(offer|claims|claim-proofs|claims\/account-email|claims\/phone-codes.*)$/, 'unclaimed'],
  [/\/ads\/.*\/publish$/, 'drafts'],
  [/\/ads\/.*\/resume$/, 'paused'],
  [/\/ads\/.*\/(approve|decline)$/, 'waiting'],
  [/\/ads\/.*\/undelete$/, 'deleted'],
  [/\/admin\/ads\/.*\/show$/, 'hidden'],
  [/\/ads\/.*\/versions\/.*\/restore$/, 'changed'],
  [/\/ads\/.*\/changes\/.*\/object$/, 'objectionable'],
  [/\/ads\/.*\/part$/, 'merged'],
  [/\/ads\/.*\/offer\//, 'offered'],
  [/\/(ads|saved)\//, 'listings'],
];

const SLUGS: Record<string, string[]> = {
  '/api/county/': ['orange-county', 'los-angeles-county', 'nowhere'],
  '/api/city/': ['irvine', 'los-angeles', 'orange-county'],
  '/api/location/': ['irvine', 'orange-county', 'nowhere'],
  '/api/category/': ['plumbers', 'restaurants', 'none'],
  '/api/slots/': ['home', 'location.irvine', 'category.plumbers.irvine', 'zip.none'],
  '/api/admin/texts': ['a-new-post', 'hours-holidays-heat'],
  '/api/brands/': ['pacific-dental', 'none'],
  '/api/texts/blog/': ['hours-holidays-heat', 'none'],
};

type Ids = Awaited<ReturnType<typeof createFuzzRows>>['ids'];

/** Removes what earlier requests left, and creates everything anew. */
export async function createFuzzWorld(api: TestApi): Promise<FuzzWorld> {
  const { db } = api;
  await db.deleteFrom('conversations').execute();
  await db.deleteFrom('quote_requests').execute();
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('photos').execute();
  await db.deleteFrom('contact_messages').execute();
  await db.deleteFrom('import_uploads').execute();
  await db.deleteFrom('imports').execute();
  await db.deleteFrom('accounts').execute();
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('notices').execute();
  await db.deleteFrom('ad_bookings').execute();
  await db.deleteFrom('text_pictures').execute();
  await db.deleteFrom('library_pictures').execute();
  await db.deleteFrom('export_schedules').execute();
  await db.deleteFrom('data_archives').execute();
  await db.deleteFrom('text_versions').execute();
  await db.deleteFrom('texts').execute();
  await db.updateTable('approval_rules').set({ is_on: false, version: 1 }).execute();
  const { ids, owner, administrator, tokens, intents, examples: routeExamples } = await createFuzzRows(api);
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
    id: [...ids.photos, 'cGFzc2tleQ'],
    ad: ids.listings,
    listingId: ids.listings,
    accountId: ids.accounts,
    ads: [ids.listings.slice(0, 2).join(','), `${ids.listings[0]}`, '999999'],
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
    until: [today, '2027-01-31'],
    startsAt: [null, inDays(1)],
    endsAt: [inDays(2), inDays(30), inDays(40), '2000-01-01T00:00:00Z'],
    publishAt: [null, null, null, inDays(30), '2000-01-01T00:00:00Z'],
    cursor: [],
    pictures: [[]],
    deliveryId: [...ids.deliveries, 999_999],
    near: ['92614', 'Irvine', '33.68,-117.82', 'Atlantis'],
    trade: ['plumbers', 'movers'],
    answers: [{}, { job: 'A leak' }, { job: '' }],
    listings: [ids.listings.slice(0, 2), ids.listings.slice(0, 1), [1]],
    add: [ids.listings.slice(0, 2), [], [1]],
    remove: [ids.listings.slice(0, 1), []],
    visitedMonth: ['2026-11', '2026-01'],
    'idempotency-key': [newIdempotencyKey(), newIdempotencyKey()],
    key: [randomUUID(), randomUUID(), 'contact-faq', 'home', 'blog/a-new-post', 'help/payments'],
    version: [1, 1, 1, 2],
    value: ['9495550100', ...ids.listings.map(String), `https://localhost/ads/${ids.listings[0]}`],
  };
  return {
    sessions,
    keepSignedIn,
    examples:
      ({ path }) =>
      (name) => {
        const known = routeExamples.find(([start, fields]) => path.startsWith(start) && fields[name]);
        if (known) return known[1][name] ?? [];
        if (name === 'path id') return ids[ID_KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'listings'];
        if (name === 'token') return Object.entries(tokens).find(([start]) => path.startsWith(start))?.[1] ?? [];
        if (name === 'slug') return Object.entries(SLUGS).find(([start]) => path.startsWith(start))?.[1] ?? [];
        return values[name] ?? [];
      },
  };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

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
