// Long because it is one table: what every route of the program answers to whom. A new route begins with its row here.

import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLink } from '#server/accounts/mailed-links.ts';
import { takeTurns } from '#server/accounts/mailings.ts';
import type { Accounts, Listings } from '#server/db/schema.ts';
import {
  makeAccount,
  makeClaim,
  makeListing,
  makeMessage,
  makePhoto,
  makeSavedSearch,
  makeSession,
} from '#server/seed/factories.ts';
import { createTestApi, type Method, PASSWORD, type Visitor } from './support/api.ts';
import { adForm } from './support/listing-form.ts';
import { CARDS, cardOf, comeBack, payBy, setOut } from './support/paying.ts';
import { routesOf } from './support/routes.ts';

const api = await createTestApi({ env: { METRICS_TOKEN: 'a-token-that-nobody-has' } });
afterAll(api.close);
const { db } = api;

const ASKERS = ['anonymous', 'owner', 'other', 'suspended', 'administrator'] as const;
type Asker = (typeof ASKERS)[number];
type Account = Selectable<Accounts>;

/** Who is there when a call is made: the owner of what its address names, and others. */
interface People {
  accounts: Record<Exclude<Asker, 'anonymous'>, Account>;
  visitors: Record<Asker, Visitor>;
  /** A session of the owner's besides the one that asks. */
  sessionId: number;
  listingId: number;
  /** Nobody owns it; the owner has claimed it, and holds the token that was mailed. */
  unclaimedId: number;
  claim: { id: number; token: string };
  hiddenId: number;
  /** A visitor's, of the listing. */
  reportId: number;
  /** A message of the owner's to us, and another that is marked as spam. */
  messageId: number;
  spamId: number;
  /** A picture of the owner's that no listing shows. */
  photoId: number;
}

type Statuses = [anonymous: number, owner: number, other: number, suspended: number, administrator: number];

/** What each asker gets from a route: a row of the table. */
interface Row {
  statuses: Statuses;
  url?: (people: People) => string | Promise<string>;
  body?: (people: People) => object | Promise<object>;
  /** What is no business of other bodies, and is of this one. */
  heeds?: string[];
  /** A body with more in it is refused. */
  refusesMore?: boolean;
  /** The columns of `accounts` that the call may change, whatever else is in its body. */
  changes?: (keyof Accounts)[];
  /** The columns of `listings` that it may change. */
  changesListing?: (keyof ListingColumns)[];
}

type ListingColumns = Pick<Selectable<Listings>, 'owner_id' | 'status' | 'level'>;

const alike: Statuses = [200, 200, 200, 200, 200];
const signedIn: Statuses = [401, 200, 200, 401, 200];
const administrator: Statuses = [401, 403, 403, 401, 200];
const everyone = (url: string): Row => ({ statuses: alike, url: () => url });
/** What an owner does with a listing in some state: a new one for each call. */
const ownersAct = (status: ListingColumns['status'], act = ''): Row => ({
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) => {
    const { id } = await makeListing(db, { owner_id: accounts.owner.id, status, email: 'hello@golden-hour.example' });
    return `/api/user/ads/${id}${act && `/${act}`}`;
  },
});

const ownersFigures = (which: string): Row => ({
  statuses: [401, 200, 403, 401, 200],
  url: async ({ accounts }) => {
    const { id } = await makeListing(db, { owner_id: accounts.owner.id, level: 'premium' });
    return `/api/ads/${id}/${which}`;
  },
});

/** What an owner does with a payment of theirs: a new one for each call. */
const ownersPayment = (make: (people: People) => Promise<{ id: number }>, act = ''): Row => ({
  statuses: [401, 200, 404, 401, 404],
  url: async (people) => `/api/user/payments/${(await make(people)).id}${act && `/${act}`}`,
});

const ownersSearch: Row = {
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) => {
    const { id } = await makeSavedSearch(db, { account_id: accounts.owner.id, search: `q=${randomUUID()}` });
    return `/api/user/searches/${id}`;
  },
};

const confirmEmail = ({ id }: Account) =>
  db.updateTable('accounts').set({ email_confirmed_at: new Date() }).where('id', '=', id).execute();

const TABLE: Record<string, Row> = {
  // What everyone may read.
  'GET /api/ads/recent': everyone('/api/ads/recent'),
  'GET /api/ads/featured': everyone('/api/ads/featured'),
  'GET /api/ads': { statuses: alike, url: ({ listingId }) => `/api/ads?ids=${listingId}` },
  'GET /api/ads/:id': { statuses: alike, url: ({ listingId }) => `/api/ads/${listingId}` },
  'GET /api/ads/:id/related': { statuses: alike, url: ({ listingId }) => `/api/ads/${listingId}/related` },
  'POST /api/events': {
    statuses: [204, 204, 204, 204, 204],
    body: ({ listingId }) => ({ events: [{ kind: 'view', ad: listingId }] }),
  },
  'GET /api/locations': everyone('/api/locations'),
  'GET /api/location/:slug': everyone('/api/location/irvine'),
  'GET /api/location/:slug/ads': everyone('/api/location/irvine/ads'),
  'GET /api/counties': everyone('/api/counties'),
  'GET /api/county/:slug': everyone('/api/county/orange-county'),
  'GET /api/county/:slug/ads': everyone('/api/county/orange-county/ads'),
  'GET /api/cities': everyone('/api/cities'),
  'GET /api/city/:slug': everyone('/api/city/irvine'),
  'GET /api/city/:slug/ads': everyone('/api/city/irvine/ads'),
  'GET /api/city/:slug/category/:category': everyone('/api/city/irvine/category/plumbers'),
  'GET /api/city/:slug/category/:category/ads': everyone('/api/city/irvine/category/plumbers/ads'),
  'GET /api/zip/:zip/ads': everyone('/api/zip/92614/ads'),
  'GET /api/categories': everyone('/api/categories'),
  'GET /api/category/:slug': everyone('/api/category/plumbers'),
  'GET /api/category/:slug/ads': everyone('/api/category/plumbers/ads'),
  'GET /api/search': everyone('/api/search?q=plumbing'),
  'GET /api/search/about': everyone('/api/search/about?q=plumbing'),
  'GET /api/search/suggestions': everyone('/api/search/suggestions?q=gold'),
  'GET /api/search/map': everyone('/api/search/map?q=plumbing'),
  'GET /api/openapi.json': everyone('/api/openapi.json'),
  'GET /api/docs': everyone('/api/docs'),
  'GET /api/docs/': everyone('/api/docs/'),
  'GET /api/docs/json': everyone('/api/docs/json'),
  'GET /api/docs/yaml': everyone('/api/docs/yaml'),
  'GET /api/docs/*': everyone('/api/docs/static/swagger-ui.css'),
  'GET /api/docs/static/index.html': {
    ...everyone('/api/docs/static/index.html'),
    statuses: [302, 302, 302, 302, 302],
  },
  'GET /api/docs/static/swagger-initializer.js': everyone('/api/docs/static/swagger-initializer.js'),
  'GET /robots.txt': everyone('/robots.txt'),
  'GET /sitemap.xml': everyone('/sitemap.xml'),
  'GET /sitemap-pages.xml': everyone('/sitemap-pages.xml'),
  'GET /sitemap-places.xml': everyone('/sitemap-places.xml'),
  'GET /sitemap-categories.xml': everyone('/sitemap-categories.xml'),
  'GET /sitemap-posts.xml': everyone('/sitemap-posts.xml'),
  // Listings that nobody was told of are in no number: there is nothing to find yet.
  'GET /sitemap-city-categories-:file(^\\d{1,6}).xml': {
    ...everyone('/sitemap-city-categories-1.xml'),
    statuses: [404, 404, 404, 404, 404],
  },
  'GET /county/:slug/rss.xml': everyone('/county/orange-county/rss.xml'),
  'GET /county/:slug/atom.xml': everyone('/county/orange-county/atom.xml'),
  'GET /city/:slug/rss.xml': everyone('/city/irvine/rss.xml'),
  'GET /city/:slug/atom.xml': everyone('/city/irvine/atom.xml'),
  'GET /category/:slug/rss.xml': everyone('/category/plumbers/rss.xml'),
  'GET /category/:slug/atom.xml': everyone('/category/plumbers/atom.xml'),
  // The posts come with the pages, which this program has none of.
  'GET /blog/rss.xml': { ...everyone('/blog/rss.xml'), statuses: [404, 404, 404, 404, 404] },
  'GET /blog/atom.xml': { ...everyone('/blog/atom.xml'), statuses: [404, 404, 404, 404, 404] },
  'GET /sitemap-listings-:file(^\\d{1,6}).xml': everyone('/sitemap-listings-1.xml'),

  // What the Global Privacy Control asks.
  'GET /.well-known/gpc.json': everyone('/.well-known/gpc.json'),
  'GET /api/privacy': everyone('/api/privacy'),

  'GET /photos/:file': { ...everyone('/photos/nobodys-160.webp'), statuses: [404, 404, 404, 404, 404] },

  // For whoever runs the site.
  'GET /healthz': everyone('/healthz'),
  'GET /readyz': everyone('/readyz'),
  'GET /metrics': { ...everyone('/metrics'), statuses: [401, 401, 401, 401, 401] },

  // Coming in. What a mailed link may do, whoever holds it may.
  'POST /api/register': {
    statuses: [201, 201, 201, 201, 201],
    body: () => ({ businessName: 'Poppy Bakery', username: 'poppy', email: 'poppy@mail.example', password: PASSWORD }),
  },
  'POST /api/login': {
    statuses: alike,
    body: ({ accounts }) => ({ username: accounts.owner.username, password: PASSWORD }),
  },
  'POST /api/logout': { statuses: alike },
  'POST /api/password-resets': {
    statuses: [202, 202, 202, 202, 202],
    body: ({ accounts }) => ({ email: accounts.owner.email }),
  },
  'POST /api/password-resets/redeem': {
    statuses: alike,
    body: async (people) => ({ token: await linkOf(people, 'reset-password'), password: 'a new one entirely' }),
    changes: ['password_hash', 'email_confirmed_at'],
  },
  'POST /api/email-confirmations': {
    statuses: alike,
    body: async (people) => ({ token: await linkOf(people, 'confirm-email') }),
    changes: ['email_confirmed_at'],
  },

  // Everybody's own account.
  'GET /api/user': { statuses: signedIn },
  'PATCH /api/user': {
    statuses: signedIn,
    body: () => ({ businessName: 'Another Name' }),
    changes: ['business_name'],
  },
  'DELETE /api/user': { statuses: [401, 200, 200, 401, 403], body: () => ({ password: PASSWORD }) },
  'GET /api/user/export': { statuses: signedIn },
  'POST /api/user/password': {
    statuses: signedIn,
    body: () => ({ currentPassword: PASSWORD, newPassword: 'a new one entirely' }),
    changes: ['password_hash'],
  },
  'POST /api/user/email': {
    statuses: signedIn,
    body: () => ({ email: 'new@mail.example', password: PASSWORD }),
    changes: ['pending_email'],
  },
  // The administrator of a fresh site has no email to confirm.
  'POST /api/user/email-confirmation': { statuses: [401, 200, 200, 401, 400] },
  'GET /api/user/sessions': { statuses: signedIn },
  'DELETE /api/user/sessions': { statuses: signedIn },
  'DELETE /api/user/sessions/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: ({ sessionId }) => `/api/user/sessions/${sessionId}`,
  },

  'GET /api/user/mailings': { statuses: signedIn },
  'PUT /api/user/mailings': { statuses: signedIn, body: () => ({ kind: 'weekly-summary', on: false }) },
  // Whoever has the mail.
  'POST /api/unsubscribe/:token': {
    statuses: alike,
    url: async ({ accounts }) => `/api/unsubscribe/${await mailedTo(accounts.owner)}`,
  },

  // What everybody saved. The administrator has no email that could be confirmed.
  'GET /api/user/saved': { statuses: signedIn },
  'POST /api/user/saved': { statuses: signedIn, body: ({ listingId }) => ({ ids: [listingId] }) },
  'PUT /api/user/saved/:id': { statuses: signedIn, url: ({ listingId }) => `/api/user/saved/${listingId}` },
  'DELETE /api/user/saved/:id': { statuses: signedIn, url: ({ listingId }) => `/api/user/saved/${listingId}` },
  'GET /api/user/searches': { statuses: signedIn },
  'POST /api/user/searches': {
    statuses: [401, 201, 403, 401, 403],
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return { name: 'Plumbers in Irvine', search: 'category=plumbers&place=irvine', mails: 'weekly' };
    },
    changes: ['email_confirmed_at'],
  },
  'PATCH /api/user/searches/:id': { ...ownersSearch, body: () => ({ mails: 'daily' }) },
  'DELETE /api/user/searches/:id': ownersSearch,

  // Everybody's own listings.
  'POST /api/ads': { statuses: [401, 201, 201, 401, 201], body: () => adForm(), heeds: ['premium'] },
  'POST /api/drafts': { statuses: [401, 201, 201, 401, 201], body: () => adForm() },
  'GET /api/user/ads': { statuses: signedIn },
  'GET /api/user/ads/:id': ownersAct('draft'),
  'GET /api/user/ads/:id/preview': ownersAct('draft', 'preview'),
  'PUT /api/user/ads/:id': { ...ownersAct('active'), body: () => ({ ...adForm(), version: 1 }) },
  'DELETE /api/user/ads/:id': ownersAct('active'),
  'POST /api/user/ads/:id/publish': ownersAct('draft', 'publish'),
  'POST /api/user/ads/:id/pause': ownersAct('active', 'pause'),
  'POST /api/user/ads/:id/resume': ownersAct('paused', 'resume'),
  'POST /api/user/ads/:id/renew': ownersAct('active', 'renew'),
  'POST /api/user/ads/:id/undelete': ownersAct('deleted', 'undelete'),
  'POST /api/user/ads/:id/duplicate': { ...ownersAct('active', 'duplicate'), statuses: [401, 201, 404, 401, 404] },

  // What was measured of a listing, which everybody sees while its figures are its owner's.
  'GET /api/ads/:id/views': ownersFigures('views'),
  'GET /api/ads/:id/analytics': ownersFigures('analytics'),
  'GET /api/ads/:id/analytics.csv': ownersFigures('analytics.csv'),

  // Paying. Another's payment is not there; an intent takes the card of whoever knows its secret.
  'GET /api/payments/config': everyone('/api/payments/config'),
  'POST /api/create-payment-intent': {
    statuses: [401, 201, 201, 401, 201],
    body: () => ({ plan: 'monthly' }),
    refusesMore: true,
  },
  'GET /api/user/payment-intents/:intentId': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => `/api/user/payment-intents/${(await openPayment(people)).intentId}`,
  },
  'GET /api/user/payments': { statuses: signedIn },
  'GET /api/user/credits': { statuses: signedIn },
  'GET /api/user/payments/:id': ownersPayment(openPayment),
  'POST /api/user/payments/:id/cancel': ownersPayment(openPayment, 'cancel'),
  'POST /api/user/payments/:id/refund-requests': {
    ...ownersPayment(madePayment, 'refund-requests'),
    statuses: [401, 201, 404, 401, 404],
    body: () => ({ reason: 'It brought nobody' }),
  },
  'POST /api/user/ads/:id/redeem': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => {
      await madePayment(people);
      return `/api/user/ads/${people.listingId}/redeem`;
    },
    changesListing: ['level'],
  },
  'POST /simulated-stripe/payment_intents/:id/confirm': {
    statuses: alike,
    url: async (people) => `/simulated-stripe/payment_intents/${(await openPayment(people)).intentId}/confirm`,
    body: async (people) => ({ clientSecret: (await openPayment(people)).clientSecret, card: cardOf(CARDS.pays) }),
  },
  'POST /simulated-stripe/payment_intents/:id/authenticate': {
    statuses: alike,
    url: async (people) => `/simulated-stripe/payment_intents/${(await openPayment(people)).intentId}/authenticate`,
    body: async (people) => {
      const intent = await openPayment(people);
      await payBy(people.visitors.owner, intent, CARDS.asks);
      return { clientSecret: intent.clientSecret, agreed: true };
    },
  },
  // Nobody here signs as Stripe does.
  'POST /api/webhooks/stripe': { statuses: [400, 400, 400, 400, 400] },

  // Pictures. What comes without a form is no upload.
  'POST /api/photos': { statuses: [401, 400, 400, 401, 400] },
  'DELETE /api/photos/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: ({ photoId }) => `/api/photos/${photoId}`,
  },

  // Claims and reports. What a link of a claim may do, the claimant alone may.
  'POST /api/ads/:id/claims': {
    statuses: [401, 201, 201, 401, 201],
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/claims`,
    body: () => ({ note: 'It is my shop.' }),
  },
  'GET /api/user/claims': { statuses: signedIn },
  'POST /api/claims/redeem': {
    statuses: [401, 200, 403, 401, 403],
    body: ({ claim }) => ({ token: claim.token }),
    changesListing: ['owner_id'],
  },
  'POST /api/ads/:id/reports': {
    statuses: [201, 201, 201, 201, 201],
    url: ({ listingId }) => `/api/ads/${listingId}/reports`,
    body: () => ({ reason: 'closed' }),
  },

  // What people write to us.
  'POST /api/contact': {
    statuses: [201, 201, 201, 201, 201],
    body: () => ({
      name: 'Ana Lima',
      email: 'ana@mail.example',
      subject: 'A question',
      message: 'How do I begin with a listing?',
    }),
  },

  // The administrator's.
  'GET /api/admin/searches': { statuses: administrator },
  'GET /api/admin/users': { statuses: administrator },
  'GET /api/admin/users/suspended': { statuses: administrator },
  'GET /api/admin/audit': { statuses: administrator },
  'POST /api/admin/users/:id/suspend': {
    statuses: administrator,
    url: ({ accounts }) => `/api/admin/users/${accounts.owner.id}/suspend`,
    body: () => ({ reason: 'Posts the same thing again and again' }),
    changes: ['is_active', 'suspended_at', 'suspension_reason', 'suspended_by'],
  },
  'POST /api/admin/users/:id/activate': {
    statuses: administrator,
    url: ({ accounts }) => `/api/admin/users/${accounts.suspended.id}/activate`,
    changes: ['is_active', 'suspended_at', 'suspension_reason', 'suspended_by'],
  },
  'GET /api/admin/reports': { statuses: administrator },
  'POST /api/admin/reports/:id/close': {
    statuses: administrator,
    url: ({ reportId }) => `/api/admin/reports/${reportId}/close`,
  },
  'GET /api/admin/claims': { statuses: administrator },
  'POST /api/admin/claims/:id/approve': {
    statuses: administrator,
    url: ({ claim }) => `/api/admin/claims/${claim.id}/approve`,
  },
  'POST /api/admin/claims/:id/decline': {
    statuses: administrator,
    url: ({ claim }) => `/api/admin/claims/${claim.id}/decline`,
    body: () => ({ reason: 'Nobody answers the phone' }),
  },
  'GET /api/admin/payments': { statuses: administrator },
  'POST /api/admin/payments/:id/refunds': {
    statuses: administrator,
    url: async (people) => `/api/admin/payments/${(await madePayment(people)).id}/refunds`,
    body: () => ({ reason: 'It brought nobody' }),
  },
  'POST /api/admin/payments/:id/decline-refund': {
    statuses: administrator,
    url: async (people) => {
      const { id } = await madePayment(people);
      await db.insertInto('refund_requests').values({ payment_id: id, reason: 'Please' }).execute();
      return `/api/admin/payments/${id}/decline-refund`;
    },
    body: () => ({ answer: 'It had 300 visitors' }),
  },
  'GET /api/admin/ads/hidden': { statuses: administrator },
  'POST /api/admin/ads/:id/hide': {
    statuses: administrator,
    url: ({ listingId }) => `/api/admin/ads/${listingId}/hide`,
    body: () => ({ reason: 'It is spam' }),
    changesListing: ['status'],
  },
  'GET /api/admin/messages': { statuses: administrator },
  'POST /api/admin/messages/:id/answer': {
    statuses: administrator,
    url: ({ messageId }) => `/api/admin/messages/${messageId}/answer`,
    body: () => ({ text: 'Open your account, and post it.' }),
  },
  'POST /api/admin/messages/:id/spam': {
    statuses: administrator,
    url: ({ messageId }) => `/api/admin/messages/${messageId}/spam`,
  },
  'POST /api/admin/messages/:id/not-spam': {
    statuses: administrator,
    url: ({ spamId }) => `/api/admin/messages/${spamId}/not-spam`,
  },
  'DELETE /api/admin/messages/:id': {
    statuses: administrator,
    url: ({ messageId }) => `/api/admin/messages/${messageId}`,
  },
  'GET /api/admin/overview': { statuses: administrator },
  'GET /api/admin/mail': { statuses: administrator },
  'POST /api/admin/ads/:id/show': {
    statuses: administrator,
    url: ({ hiddenId }) => `/api/admin/ads/${hiddenId}/show`,
  },
};

let people: People;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('photos').execute();
  await db.deleteFrom('contact_messages').execute();
  await db.deleteFrom('accounts').execute();
  people = await gather();
});

it('has a row for every route of the program, and no other', () => {
  const routes = routesOf(api.http);
  const heads = Object.keys(TABLE).flatMap((row) => (row.startsWith('GET ') ? [row.replace('GET', 'HEAD')] : []));
  expect(routes.toSorted()).toEqual([...Object.keys(TABLE), ...heads].toSorted());
});

describe.each(Object.entries(TABLE))('%s', (route, row) => {
  const [method = '', path = ''] = route.split(' ');
  const call = async (asker: Asker, extra: object = {}, as = method) => {
    const body = row.body ? { ...(await row.body(people)), ...extra } : undefined;
    return people.visitors[asker].send(as as Method, (await row.url?.(people)) ?? path, body);
  };
  const isPrivate = row.statuses.includes(401);
  const allowed = ASKERS[row.statuses.findIndex((status) => status < 300)] ?? 'anonymous';

  it.each(ASKERS.map((asker, i) => [asker, row.statuses[i] ?? 0] as const))(
    'answers %s with %i',
    async (asker, expected) => {
      const { status, headers, body } = await call(asker);
      expect(status, JSON.stringify(body)).toBe(expected);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (status >= 400) expect(Object.keys(body)).toEqual(['message']);
      if (!isPrivate) return;
      expect(headers['cache-control']).toBe('private, no-store');
      // What was kept would now be sent to anybody.
      expect((await call('anonymous')).status).toBe(401);
    },
  );

  if (method === 'GET') {
    it('answers HEAD alike, and without a body', async () => {
      for (const [i, asker] of ASKERS.entries()) {
        const { status, headers, body } = await call(asker, {}, 'HEAD');
        expect([asker, status, body]).toEqual([asker, row.statuses[i], '']);
        if (isPrivate) expect(headers['cache-control']).toBe('private, no-store');
      }
    });
  }

  if (row.body) {
    it('changes nothing that its body has no business with', async () => {
      const before = await accountsById();
      const listings = await listingsById();
      const extra = Object.entries(extraOf(people)).filter(([name]) => !row.heeds?.includes(name));
      const { status } = await call(allowed, Object.fromEntries(extra));
      if (row.refusesMore) expect(status).toBe(400);
      else expect(status).toBeLessThan(300);
      const after = await accountsById();
      for (const [id, account] of after) {
        const was = before.get(id);
        if (was) expect(account).toEqual({ ...was, ...pick(account, row.changes ?? []) });
        else expect(account).toMatchObject({ id: Math.max(...after.keys()), ...NEW_ACCOUNT });
      }
      if (row.changes?.includes('suspended_by')) expect(after.get(people.accounts.owner.id)?.suspended_by).toBe(1);
      for (const [id, listing] of await listingsById()) {
        const was = listings.get(id) ?? listing;
        expect(listing).toEqual({ ...was, level: 'free', ...pick(listing, row.changesListing ?? []) });
        expect(listing.owner_id).not.toBe(people.accounts.other.id);
      }
    });
  }
});

const NEW_ACCOUNT = { is_active: true, suspended_at: null, email_confirmed_at: null, pending_email: null };

/** What nobody may set by naming it, in every spelling that a program could fall for. */
const extraOf = ({ accounts, listingId }: People) => ({
  id: 1,
  accountId: accounts.other.id,
  account_id: accounts.other.id,
  userId: accounts.other.id,
  isAdmin: true,
  is_admin: true,
  role: 'admin',
  isActive: false,
  is_active: false,
  suspendedAt: '2026-01-01T00:00:00.000Z',
  suspendedBy: accounts.other.id,
  suspended_by: accounts.other.id,
  suspensionReason: 'none',
  emailConfirmed: true,
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  pendingEmail: 'other@mail.example',
  pending_email: 'other@mail.example',
  username_key: 'other',
  passwordHash: 'x',
  password_hash: 'x',
  createdAt: '2020-01-01T00:00:00.000Z',
  created_at: '2020-01-01T00:00:00.000Z',
  level: 'premium',
  premium: true,
  isFeatured: true,
  ownerId: accounts.other.id,
  owner_id: accounts.other.id,
  listingId,
});

/** The people of a call, freshly made: calls end sessions, delete accounts and suspend. */
async function gather(): Promise<People> {
  const accounts = {
    owner: await makeAccount(db),
    other: await makeAccount(db),
    suspended: await makeAccount(db, {
      is_active: false,
      suspended_at: new Date(),
      suspension_reason: 'Spam',
    }),
    administrator: await makeAccount(db, { id: 1, username: 'admin', email: null, business_name: null }),
  };
  const { id: listingId } = await makeListing(db, { owner_id: accounts.owner.id });
  // Suspending ends sessions: one that were left must not count either.
  const visitors = {
    anonymous: api.visitor(),
    owner: await api.visitorOf(accounts.owner.id),
    other: await api.visitorOf(accounts.other.id),
    suspended: await api.visitorOf(accounts.suspended.id),
    administrator: await api.visitorOf(accounts.administrator.id),
  };
  const { id: sessionId } = await makeSession(db, accounts.owner.id);
  const { id: photoId } = await makePhoto(db, accounts.owner.id);
  const { id: hiddenId } = await makeListing(db, { owner_id: accounts.owner.id, status: 'hidden' });
  const { id: unclaimedId } = await makeListing(db, { origin: 'open-data' });
  const claim = await makeClaim(db, { account_id: accounts.owner.id, listing_id: unclaimedId });
  const { id: reportId } = await db
    .insertInto('reports')
    .values({ listing_id: listingId, reason: 'closed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: messageId } = await makeMessage(db, { account_id: accounts.owner.id });
  const { id: spamId } = await makeMessage(db, { status: 'spam', spam_at: new Date() });
  return {
    accounts,
    visitors,
    sessionId,
    listingId,
    unclaimedId,
    claim,
    hiddenId,
    reportId,
    messageId,
    spamId,
    photoId,
  };
}

const linkOf = ({ accounts: { owner } }: People, kind: 'reset-password' | 'confirm-email') =>
  db.transaction().execute((trx) => makeLink(trx, { accountId: owner.id, kind, email: owner.email ?? '' }));

/** The token of a mail that the account is sent again and again. */
async function mailedTo({ id }: Account): Promise<string | undefined> {
  const turn = { kind: 'weekly-summary' as const, day: '2026-03-08', accountIds: [id] };
  return (await db.transaction().execute((trx) => takeTurns(trx, turn))).get(id);
}

/** A payment of the owner's that was not made yet, with its intent. */
async function openPayment({ visitors: { owner } }: People) {
  const intent = await setOut(owner, { plan: 'annual' });
  return { ...intent, ...(await newestPayment(owner)) };
}

/** A payment of the owner's that was made, for no listing. */
async function madePayment({ visitors: { owner } }: People) {
  const intent = await setOut(owner, { plan: 'monthly' });
  await payBy(owner, intent);
  await comeBack(owner, intent.intentId);
  return newestPayment(owner);
}

const newestPayment = async (owner: Visitor): Promise<{ id: number }> =>
  (await owner.get('/api/user/payments')).body[0];

async function accountsById() {
  const accounts = await db.selectFrom('accounts').selectAll().execute();
  return new Map(accounts.map((account) => [account.id, account]));
}

async function listingsById() {
  const listings = await db.selectFrom('listings').select(['id', 'owner_id', 'status', 'level']).execute();
  return new Map(listings.map((listing) => [listing.id, listing]));
}

function pick<Row extends object>(row: Row, columns: (keyof Row)[]) {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
