// Long because it is one table: the status of every route for every role. A new route starts with a row here.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLES as STAFF_ROLES } from '#contract/admin/roles.ts';
import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import type { MailingKind } from '#contract/mailings.ts';
import { createEmailToken } from '#server/accounts/email-address/email-tokens.ts';
import { createUnsubscribeToken, markMailingsSent } from '#server/accounts/mailings.ts';
import { FRAME_POLICY } from '#server/ad-bookings/frame.ts';
import { createConversationToken } from '#server/conversations/links/tokens.ts';
import { createRenewalToken } from '#server/listings/lifecycle/renewal-links.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { createStopToken } from '#server/payments/auto-renewals/links.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import type { Accounts, Listings } from '#server/platform/db/schema.ts';
import type { RequestExample } from '#server/platform/http/documentation/document.ts';
import { securityHeaders } from '#server/platform/http/security/security-headers.ts';
import { openFolderStore } from '#server/platform/storage/backup/folder-store.ts';
import { makeCodes } from '#server/reviews/receipt-codes.ts';
import {
  makeAccount,
  makeListing,
  makeMessage,
  makePhoto,
  makeSavedSearch,
  makeSession,
  makeStaff,
  makeStaffInvitation,
} from '#server/site/seed/factories.ts';
import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import {
  makeConversation,
  makeEnteredCode,
  makeQuoteRequest,
  makeReview,
} from '#tests/fixtures/conversation-factories.ts';
import { makeHoursFeed } from '#tests/fixtures/hours-feed-factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeClaim, makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { makeAutoRenewal } from '#tests/fixtures/renewal-factories.ts';
import { makeSavedList } from '#tests/fixtures/saved-factories.ts';
import { createPasskey, signWithPasskey } from '#tests/fixtures/software-passkeys.ts';
import { makeDelivery, makeWebhook } from '#tests/fixtures/webhook-factories.ts';
import { createTestApi, getListingKeys, type Method, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { saveRows } from '#tests/support/database.ts';
import { toExample, toOperation, toStable, updateExamples } from '#tests/support/documents/request-examples.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { isLongRun, selectEveryNth } from '#tests/support/long-run.ts';
import {
  confirmPaymentIntent,
  createPaymentIntent,
  findPaymentId,
  makeCoupon,
  returnFromPayment,
  TEST_CARDS,
  toCardDetails,
} from '#tests/support/payments.ts';
import { listRoutes } from '#tests/support/routes.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { getTextPosition, renderShareImage, TEXT_WIDTH } from '#web/base/art/share-picture.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'authorization-'));
const api = await createTestApi({
  env: {
    METRICS_TOKEN: 'a-token-that-nobody-has',
    INBOUND_WEBHOOK_SECRET: 'a-secret-that-nobody-has',
    MAIL_DOMAIN: 'reply.directory.example',
    DATA_DIR: dataDir,
  },
  // Pages and share images are routes too.
  web: createWebBuildStub({
    render: async () => ({ status: 200, html: '<h1>Any page</h1>' }),
    renderShareImage,
    getTextPosition,
    TEXT_WIDTH,
  }),
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const { db } = api;

const ROLES = ['anonymous', 'owner', 'other', 'suspended', 'administrator'] as const;
type Role = (typeof ROLES)[number];
type Account = Selectable<Accounts>;

/** The accounts and objects that exist before a request: those of the owner, and others. */
interface Fixtures {
  accounts: Record<Exclude<Role, 'anonymous'>, Account>;
  /** The tokens of their sessions. */
  tokens: Record<Exclude<Role, 'anonymous'>, string>;
  visitors: Record<Role, Visitor>;
  /** Another session of the owner than the one of the request. */
  sessionId: number;
  listingId: number;
  /** A listing without an owner, which the owner has claimed, and the mailed token of the claim. */
  unclaimedId: number;
  claim: { id: number; token: string };
  hiddenId: number;
  /** A visitor's, of the listing. */
  reportId: number;
  /** A visitor's, of the listing: another telephone number. */
  suggestedEditId: number;
  /** A contact message of the owner, and another one that is marked as spam. */
  messageId: number;
  spamId: number;
  /** A picture of the owner without a listing. */
  photoId: number;
}

type Statuses = [anonymous: number, owner: number, other: number, suspended: number, administrator: number];

/** A row of the table: the responses of a route to each role. */
interface RouteCase {
  statuses: Statuses;
  /** The roles other than administrator that may use a route of `/api/admin`, by hand from docs/product.md, Staff; by default none. */
  staff?: StaffRole[];
  url?: (people: Fixtures) => string | Promise<string>;
  body?: (people: Fixtures) => object | Promise<object>;
  /** Fields that only this body may contain. */
  acceptedFields?: string[];
  /** Whether a body with unknown fields is refused. */
  rejectsUnknownFields?: boolean;
  /** The columns of `accounts` that the request may change. */
  changedAccountColumns?: (keyof Accounts)[];
  /** The columns of `listings` that the request may change. */
  changedListingColumns?: (keyof ListingColumns)[];
}

type ListingColumns = Pick<Selectable<Listings>, 'owner_id' | 'status' | 'level'>;

const OK_FOR_ALL: Statuses = [200, 200, 200, 200, 200];
const SIGNED_IN_ONLY: Statuses = [401, 200, 200, 401, 200];
type StaffRole = Exclude<(typeof STAFF_ROLES)[number], 'administrator'>;
const ALL_STAFF: StaffRole[] = ['moderator', 'support', 'finance', 'editor'];
const ADMIN_ONLY: Statuses = [401, 403, 403, 401, 200];
const publicRoute = (url: string): RouteCase => ({ statuses: OK_FOR_ALL, url: () => url });
/** Public routes, and the same of every other language. */
const inEachLanguage = (rows: Record<string, RouteCase>): Record<string, RouteCase> =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) =>
      Object.entries(rows).map(([route, row]) => [
        `GET ${toLocalPath(route.slice('GET '.length), language)}`,
        { ...row, url: async (people: Fixtures) => toLocalPath((await row.url?.(people)) ?? '', language) },
      ]),
    ),
  );
/** An action of an owner on a listing with a status; each request uses a new listing. */
const ownerListingAction = (status: ListingColumns['status'], action = ''): RouteCase => ({
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) => {
    const { id } = await makeListing(db, { owner_id: accounts.owner.id, status, email: 'hello@golden-hour.example' });
    return `/api/user/ads/${id}${action && `/${action}`}`;
  },
});

const hoursFeedAction = (action: string): RouteCase => ({
  ...ownerListingAction('active'),
  url: async ({ accounts }) => {
    const { id } = await makeListing(db, { owner_id: accounts.owner.id });
    await makeHoursFeed(db, { listing_id: id, owner_id: accounts.owner.id });
    return `/api/user/ads/${id}/hours-feed/${action}`;
  },
});

const ownerAnalytics = (which: string): RouteCase => ({
  statuses: [401, 200, 403, 401, 200],
  url: async ({ accounts }) => {
    const { id } = await makeListing(db, { owner_id: accounts.owner.id, level: 'premium' });
    return `/api/ads/${id}/${which}`;
  },
});

/** An action of an owner on a payment; each request uses a new payment. */
const ownerPayment = (make: (people: Fixtures) => Promise<{ id: number }>, action = ''): RouteCase => ({
  statuses: [401, 200, 404, 401, 404],
  url: async (people) => `/api/user/payments/${(await make(people)).id}${action && `/${action}`}`,
});

/** A listing of the owner that waits for approval. */
const makeWaiting = async ({ accounts }: Fixtures) =>
  (await makeListing(db, { owner_id: accounts.owner.id, status: 'waiting' })).id;

const listingView = () => ({ name: `Drafts ${randomUUID()}`, filter: 'state=draft', columns: ['State'] });

/** A saved view of the administrator. */
const listingViewUrl = async ({ accounts }: Fixtures) => {
  const view = { account_id: accounts.administrator.id, name: randomUUID(), filter: '', columns: [] };
  const { id } = await db.insertInto('listing_views').values(view).returning('id').executeTakeFirstOrThrow();
  return `/api/admin/listing-views/${id}`;
};

const ownerSavedSearch: RouteCase = {
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) => {
    const { id } = await makeSavedSearch(db, { account_id: accounts.owner.id, search: `q=${randomUUID()}` });
    return `/api/user/searches/${id}`;
  },
};

/** A shared list of the owner. */
const ownerList = (action = ''): RouteCase => ({
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) => {
    await confirmEmail(accounts.owner);
    return `/api/user/lists/${(await makeSavedList(db, { accountId: accounts.owner.id })).id}${action}`;
  },
  changedAccountColumns: ['email_confirmed_at'],
});
/** An organization of the owner. */
const ownerOrganization = (action = ''): RouteCase => ({
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) =>
    `/api/user/organizations/${(await makeOrganization(db, { ownerId: accounts.owner.id })).id}${action}`,
});
/** An organization of the owner with a branch, a shared value, and an edit that can be undone. */
const ownerBranchEdit = (toAction: (ids: { listing: number; edit: number }) => string): RouteCase => ({
  statuses: [401, 200, 404, 401, 404],
  url: async ({ accounts }) => {
    const { id: listing } = await makeListing(db, { owner_id: accounts.owner.id });
    const { id } = await makeOrganization(db, { ownerId: accounts.owner.id, listings: [listing] });
    await db.updateTable('organizations').set({ profile: '{"website":""}' }).where('id', '=', id).execute();
    const edit = await db
      .insertInto('organization_edits')
      .values({ organization_id: id, fields: ['website'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const change = { edit_id: edit.id, listing_id: listing, before: '{"website":""}', after: '{"website":""}' };
    await db.insertInto('organization_edit_changes').values(change).execute();
    return `/api/user/organizations/${id}${toAction({ listing, edit: edit.id })}`;
  },
});
const sharedListUrl = async ({ accounts, listingId }: Fixtures) =>
  `/api/lists/${(await makeSavedList(db, { accountId: accounts.owner.id, listings: [listingId] })).token}`;

const confirmEmail = async ({ id }: Account) => {
  areFixturesUsed = true;
  await db.updateTable('accounts').set({ email_confirmed_at: new Date() }).where('id', '=', id).execute();
};

/** Adds an authenticator app to the owner's account, unless it has one; returns recovery codes. */
async function addAuthenticatorApp({ accounts, visitors: { owner: visitor } }: Fixtures): Promise<string[]> {
  await confirmEmail(accounts.owner);
  const { body } = await visitor.post('/api/user/second-factor/totp');
  const code = body.secret && new TOTP({ secret: body.secret }).generate();
  const added = code && (await visitor.post('/api/user/second-factor/totp/confirmation', { code })).body;
  return added?.recoveryCodes ?? (await visitor.post('/api/user/second-factor/recovery-codes')).body.recoveryCodes;
}

/** Adds a passkey to the owner's account. */
async function addPasskey({ accounts, visitors: { owner: visitor } }: Fixtures) {
  await confirmEmail(accounts.owner);
  const { body: options } = await visitor.post('/api/user/second-factor/passkeys/options');
  const { passkey, response } = createPasskey(options);
  await visitor.post('/api/user/second-factor/passkeys', { name: 'My phone', response });
  return passkey;
}

const ownWebhook =
  (path = '') =>
  async ({ accounts }: Fixtures) =>
    `/api/user/webhooks/${(await makeWebhook(db, accounts.owner.id)).id}${path}`;

const ownDelivery =
  (path = '') =>
  async ({ accounts }: Fixtures) => {
    const { id } = await makeWebhook(db, accounts.owner.id);
    return `/api/user/webhooks/${id}/deliveries/${(await makeDelivery(db, id)).id}${path}`;
  };

async function ownPasskey(people: Fixtures): Promise<string> {
  await addPasskey(people);
  const { body } = await people.visitors.owner.get('/api/user/second-factor');
  return `/api/user/second-factor/passkeys/${body.passkeys[0].id}`;
}

/** The right password of the owner, who has a passkey and an authenticator app. */
async function beginSignIn(people: Fixtures) {
  const [recoveryCode] = await addAuthenticatorApp(people);
  const { username } = people.accounts.owner;
  return { ...(await people.visitors.anonymous.signIn(username)).body, recoveryCode };
}

const makeNoticeForm = () => ({
  text: 'Heat advisory',
  tone: 'warning',
  scope: { kind: 'everywhere', slug: null },
  startsAt: null,
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
});

const EXPORT_SCHEDULE = { subject: 'listings', format: 'csv', every: 'week', hour: 3, keep: 4 } as const;

/** Makes a scheduled export. */
async function makeBulkAction(accountId: number): Promise<number> {
  const { id } = await db
    .insertInto('bulk_actions')
    .values({ kind: 'hide', account_id: accountId, chosen: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeExportSchedule(): Promise<number> {
  const { id } = await db
    .insertInto('export_schedules')
    .values(EXPORT_SCHEDULE)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a file of a scheduled export, at the place of backups. */
async function makeExportFile(): Promise<number> {
  const name = `exports/${randomUUID()}/listings.csv.gz`;
  await openFolderStore(join(dataDir, 'backups')).write(name, (async function* () {})());
  const file = { schedule_id: await makeExportSchedule(), name, due_at: new Date(), finished_at: new Date() };
  const stored = db
    .insertInto('export_files')
    .values({ ...file, rows: 0, bytes: 0 })
    .returning('id');
  return (await stored.executeTakeFirstOrThrow()).id;
}

/** Makes a zip of all exports whose file is there. */
async function makeArchive(): Promise<number> {
  const file = randomUUID().replaceAll('-', '');
  mkdirSync(join(dataDir, 'archives'), { recursive: true });
  writeFileSync(join(dataDir, 'archives', `${file}.zip`), '');
  const row = { file, state: 'ready', bytes: 0 } as const;
  return (await db.insertInto('data_archives').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Makes a booked ad with HTML, the only one: there can be few. */
async function makeAdBooking(): Promise<number> {
  await db.deleteFrom('ad_bookings').execute();
  const { id } = await db
    .insertInto('ad_bookings')
    .values({ ...AD_CONTENT, first_day: sql`'2020-01-01'`, last_day: sql`'2090-01-01'` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const AD_CONTENT = {
  ...{ slot: 'home-1', advertiser: 'Poppy Bank', link: 'https://poppybank.example' },
  ...{ description: 'A free account', html: '<b>Poppy Bank</b>' },
};
const AD_FORM = {
  ...{ ...AD_CONTENT, pictureId: null, phonePictureId: null, counties: [], categories: [], language: null },
  ...{ weight: 1, priceCents: null, firstDay: '2090-01-01', lastDay: '2090-01-02' },
};

/** Makes a picture of the library, without files. */
async function makeLibraryPicture(): Promise<number> {
  const size = { width: 40, height: 30, widths: [40], bytes: 1 };
  const row = { ...size, name: `library-${randomUUID().replaceAll('-', '')}`, alt: 'A bridge' };
  return (await db.insertInto('library_pictures').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const POPPY_ROW = {
  ...{ name: 'Poppy Row', slug: 'poppy-row', lat: 33.684, lng: -117.79, radiusMiles: 0.5 },
  ...{ aliases: [], reason: 'People call it so' },
};

/** Makes a neighborhood of Irvine, the only one of its name. */
async function makeNeighborhood(): Promise<number> {
  await db.deleteFrom('places').where('slug', '=', 'poppy-row').execute();
  await db.deleteFrom('former_place_slugs').where('slug', '=', 'poppy-row').execute();
  const city = await db.selectFrom('places').selectAll().where('slug', '=', 'irvine').executeTakeFirstOrThrow();
  const { name, slug, lat, lng, radiusMiles } = POPPY_ROW;
  const columns = { county_id: city.county_id, location_id: city.location_id, city_id: city.id, edited: true };
  const row = { ...columns, kind: 'neighborhood' as const, name, slug, lat, lng, radius_miles: radiusMiles };
  return (await db.insertInto('places').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Makes a notice, the only one: there can be few. */
/** An email to the owners of a category that no other listing has. */
const ANNOUNCEMENT = {
  filter: { plan: 'any', county: null, category: 'locksmiths', lastSeen: 'any' },
  isNews: true,
  texts: { en: { subject: 'News', body: 'Hello' }, es: null },
};

/** An owner of that category, who can be written to. */
async function makeReachable(): Promise<number> {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  await makeListing(db, { owner_id: id, category: 'locksmiths' });
  return id;
}

async function countReachable(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct owner_id)::int as count from listings l join categories c on c.id = l.category_id
    where c.slug = 'locksmiths'`.execute(db);
  return rows[0]?.count ?? 0;
}

async function makeSignUpInvitation(invitedBy: number): Promise<number> {
  const email = `${randomUUID()}@mail.example`;
  const { id } = await db
    .insertInto('sign_up_invitations')
    .values({
      ...{ email, email_key: email, token_hash: randomBytes(32), invited_by: invitedBy },
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeAnnouncement(): Promise<number> {
  const { id } = await db
    .insertInto('announcements')
    .values({
      key: randomUUID(),
      texts: JSON.stringify(ANNOUNCEMENT.texts),
      filter: JSON.stringify(ANNOUNCEMENT.filter),
      is_news: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeNotice(): Promise<number> {
  await db.deleteFrom('notices').execute();
  const { id } = await db
    .insertInto('notices')
    .values({
      text: 'Heat advisory',
      tone: 'warning',
      starts_at: new Date(),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const makeCategoryForm = () => ({
  ...{ name: `Category ${randomUUID()}`.slice(0, 40), icon: 'hammer', parentId: null },
  ...{ english: ['tinkers'], spanish: [], reason: 'Asked for.' },
});

async function makeCategory(): Promise<number> {
  const { id } = await db
    .insertInto('categories')
    .values({ slug: randomUUID(), name: `Category ${randomUUID()}`, position: 1000, edited: ['name'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function readTopCategories(): Promise<number[]> {
  const rows = await db
    .selectFrom('categories')
    .select('id')
    .where('parent_id', 'is', null)
    .where('merged_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const ADDRESS = 'admin@mail.example';

const ANY_POST = {
  fields: {
    title: 'A post',
    date: '2026-11-26',
    county: 'kern-county',
    excerpt: 'What the post is about, in a sentence that is long enough.',
    description: 'What the post is about, in a sentence that is long enough.',
  },
  markdown: 'Words.',
};

/** A request about a post that is in this state, the only one of this release that was changed. */
const textAction = (
  state: 'release' | 'draft' | 'edited' | 'scheduled' | 'unpublished',
  action: string,
): RouteCase => ({
  staff: ['editor'],
  statuses: ADMIN_ONLY,
  url: async () => {
    const key = state === 'unpublished' ? 'blog/a-new-post' : 'blog/hours-holidays-heat';
    await db.deleteFrom('text_versions').execute();
    await db.deleteFrom('texts').execute();
    if (state !== 'release') await insertText(key, state);
    return `/api/admin/texts/${encodeURIComponent(key)}/${action}`;
  },
  ...(action !== 'versions/1' && { body: () => ({ version: 1 }) }),
});

async function insertText(key: string, state: 'draft' | 'edited' | 'scheduled' | 'unpublished') {
  const source = JSON.stringify(ANY_POST);
  await db
    .insertInto('texts')
    .values({ key, draft: state === 'draft' ? source : null })
    .execute();
  if (state === 'draft' || state === 'unpublished') return;
  const publish_at = new Date(Date.now() + (state === 'scheduled' ? 3_600_000 : -1000));
  await db
    .insertInto('text_versions')
    .values({ text_key: key, number: 1, kind: 'edited', source, publish_at })
    .execute();
}

const FIRST_MESSAGE = {
  ...{ name: 'Ana Lima', email: 'ana@mail.example', topic: 'question', source: 'search' },
  text: 'Do you have time on Thursday?',
};

/** A request of the owner about a conversation that their listing received; each one about a new one. */
const conversationAction = (action: string, body?: () => object): RouteCase => ({
  statuses: [404, 200, 404, 404, 404],
  url: async ({ listingId }) => {
    const { id } = await makeConversation(db, { listing_id: listingId });
    return `/api/conversations/${id}${action && `/${action}`}`;
  },
  body: body ?? (() => ({})),
  acceptedFields: ['label'],
});

const QUOTE_REQUEST = {
  ...{ name: 'Ana Lima', email: 'ana@mail.example', trade: 'plumbers', near: '92614', timing: 'week' },
  text: 'Our water heater leaks.',
};

/** A request about a quote request of the other account, of which the owner's business has a conversation. */
const quoteAction = (action: string): RouteCase => ({
  statuses: [404, 404, 200, 404, 404],
  url: async ({ listingId, accounts: { other } }) => {
    const { id } = await makeQuoteRequest(db, { listing_id: listingId, customer_id: other.id });
    return `/api/quotes/${id}${action}`;
  },
});

/** A decision of the staff on a message that is held, or on a conversation that was reported. */
const conversationDecision = (verb: 'approve' | 'withhold' | 'stop' | 'dismiss'): RouteCase => ({
  staff: ['moderator', 'support'],
  statuses: [401, 403, 403, 401, 204],
  url: async ({ listingId }) => {
    const isHeld = verb === 'approve' || verb === 'withhold';
    const report = { reported_by: 'customer' as const, reported_at: new Date(), report_text: 'Insults' };
    const { id } = await makeConversation(db, { listing_id: listingId, ...(isHeld ? { status: 'held' } : report) });
    return `/api/admin/conversations/${id}/${verb}`;
  },
  body: () => ({ reason: 'Advertising' }),
});

const NOBODY: Pick<RouteCase, 'statuses'> = { statuses: [404, 404, 404, 404, 404] };

const REVIEW = {
  ...{ stars: 5, name: 'Ana L.', visitedMonth: '2026-11', declares: true, key: randomUUID() },
  text: 'They came the same day.',
};

/** A request of the owner about a review of their listing; each one about a new one. */
const ownersReview = (action: string, body?: object): RouteCase => ({
  statuses: [401, 204, 404, 401, 404],
  url: async ({ listingId }) =>
    `/api/user/reviews/${(await makeReview(db, { listing_id: listingId, status: 'shown' })).id}/${action}`,
  ...(body && { body: () => body }),
});

/** A request about the review that the other account may write with a receipt code of the owner's business. */
/** What somebody does with their review of a listing, with a receipt. */
const receiptReview = (action: string, body?: () => object) => ({
  url: ({ listingId }: { listingId: number }) => `/api/ads/${listingId}/review${action}`,
  body,
});

const receiptAction = (action: string, status: number, body?: () => object): RouteCase => ({
  statuses: [404, 404, status, 404, 404],
  url: async ({ listingId, accounts: { other } }) => {
    const { id } = await makeEnteredCode(db, { listing_id: listingId, account_id: other.id });
    return `/api/receipt-codes/${id}/review${action}`;
  },
  ...(body && { body }),
});

const reviewDecision = (verb: string, body?: object): RouteCase => ({
  staff: ['moderator'],
  statuses: [401, 403, 403, 401, 204],
  url: async ({ listingId }) => `/api/admin/reviews/${(await makeReview(db, { listing_id: listingId })).id}/${verb}`,
  ...(body && { body: () => body }),
});

const ROUTE_CASES: Record<string, RouteCase> = {
  // Public routes.
  'GET /api/ads/recent': publicRoute('/api/ads/recent'),
  'GET /api/ads/featured': publicRoute('/api/ads/featured'),
  'GET /api/ads': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/api/ads?ids=${listingId}` },
  'GET /api/sources': publicRoute('/api/sources'),
  'GET /api/notices': publicRoute('/api/notices'),
  'GET /api/slots/:page': publicRoute('/api/slots/location.irvine'),
  'GET /api/ad-frames/:id': { statuses: OK_FOR_ALL, url: async () => `/api/ad-frames/${await makeAdBooking()}` },
  'GET /api/texts/blog': publicRoute('/api/texts/blog'),
  'GET /api/texts/blog/:slug': publicRoute('/api/texts/blog/listing-that-gets-called'),
  'GET /api/texts/help': publicRoute('/api/texts/help'),
  'GET /api/texts/home': publicRoute('/api/texts/home'),
  'GET /api/texts/contact-faq': publicRoute('/api/texts/contact-faq'),
  'GET /api/texts/privacy-policy': publicRoute('/api/texts/privacy-policy'),
  'GET /api/texts/terms-of-service': publicRoute('/api/texts/terms-of-service'),
  'GET /api/ads/:id': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/api/ads/${listingId}` },
  'GET /api/ads/:id/related': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/api/ads/${listingId}/related` },
  'POST /api/events': {
    statuses: [204, 204, 204, 204, 204],
    body: ({ listingId }) => ({ events: [{ kind: 'view', ad: listingId }] }),
  },
  'GET /api/locations': publicRoute('/api/locations'),
  'GET /api/location/:slug': publicRoute('/api/location/irvine'),
  'GET /api/location/:slug/ads': publicRoute('/api/location/irvine/ads'),
  'GET /api/counties': publicRoute('/api/counties'),
  'GET /api/county/:slug': publicRoute('/api/county/orange-county'),
  'GET /api/county/:slug/ads': publicRoute('/api/county/orange-county/ads'),
  'GET /api/cities': publicRoute('/api/cities'),
  'GET /api/city/:slug': publicRoute('/api/city/irvine'),
  'GET /api/city/:slug/ads': publicRoute('/api/city/irvine/ads'),
  'GET /api/city/:slug/category/:category': publicRoute('/api/city/irvine/category/plumbers'),
  'GET /api/city/:slug/category/:category/ads': publicRoute('/api/city/irvine/category/plumbers/ads'),
  'GET /api/zip/:zip/ads': publicRoute('/api/zip/92614/ads'),
  'GET /api/categories': publicRoute('/api/categories'),
  'GET /api/category/:slug': publicRoute('/api/category/plumbers'),
  'GET /api/category/:slug/ads': publicRoute('/api/category/plumbers/ads'),
  'GET /api/addresses/suggestions': publicRoute('/api/addresses/suggestions?q=4255+camp'),
  'GET /api/addresses/point': publicRoute('/api/addresses/point?address=4255+Campus+Dr&zip=92614'),
  'GET /api/ads/:id/opening': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/api/ads/${listingId}/opening` },
  'GET /oembed': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/oembed?url=http://localhost:3000/ads/${listingId}` },
  'GET /api/compare': publicRoute('/api/compare?ids=1,2&near=92614'),
  'GET /api/search': publicRoute('/api/search?q=plumbing'),
  'GET /api/search/about': publicRoute('/api/search/about?q=plumbing'),
  'GET /api/search/filters': publicRoute('/api/search/filters?q=plumbing'),
  'GET /api/search/categories': publicRoute('/api/search/categories?q=plumbing'),
  'GET /api/search/suggestions': publicRoute('/api/search/suggestions?q=gold'),
  'GET /api/search/map': publicRoute('/api/search/map?q=plumbing'),
  'GET /api/openapi.json': publicRoute('/api/openapi.json'),
  'GET /api/docs': publicRoute('/api/docs'),
  'GET /api/docs/': publicRoute('/api/docs/'),
  'GET /api/docs/json': { ...publicRoute('/api/docs/json'), statuses: [308, 308, 308, 308, 308] },
  'GET /api/docs/yaml': { ...publicRoute('/api/docs/yaml'), statuses: [308, 308, 308, 308, 308] },
  'GET /api/docs/static/*': publicRoute('/api/docs/static/swagger-ui.css'),
  'GET /api/docs/static/index.html': {
    ...publicRoute('/api/docs/static/index.html'),
    statuses: [302, 302, 302, 302, 302],
  },
  'GET /api/docs/static/swagger-initializer.js': publicRoute('/api/docs/static/swagger-initializer.js'),
  'GET /api/docs/static/theme/guide.css': publicRoute('/api/docs/static/theme/guide.css'),
  'GET /api/docs/static/theme/guide.js': publicRoute('/api/docs/static/theme/guide.js'),
  'GET /robots.txt': publicRoute('/robots.txt'),
  'GET /llms.txt': publicRoute('/llms.txt'),
  'GET /sitemap.xml': publicRoute('/sitemap.xml'),
  ...inEachLanguage({
    'GET /sitemap-pages.xml': publicRoute('/sitemap-pages.xml'),
    'GET /sitemap-places.xml': publicRoute('/sitemap-places.xml'),
    'GET /sitemap-categories.xml': publicRoute('/sitemap-categories.xml'),
    'GET /sitemap-posts.xml': publicRoute('/sitemap-posts.xml'),
    // The counts do not include these listings, because no invalidation was sent.
    'GET /sitemap-city-categories-:file(^\\d{1,6}).xml': {
      ...publicRoute('/sitemap-city-categories-1.xml'),
      statuses: [404, 404, 404, 404, 404],
    },
    'GET /county/:slug/rss.xml': publicRoute('/county/orange-county/rss.xml'),
    'GET /county/:slug/atom.xml': publicRoute('/county/orange-county/atom.xml'),
    'GET /city/:slug/rss.xml': publicRoute('/city/irvine/rss.xml'),
    'GET /city/:slug/atom.xml': publicRoute('/city/irvine/atom.xml'),
    'GET /category/:slug/rss.xml': publicRoute('/category/plumbers/rss.xml'),
    'GET /category/:slug/atom.xml': publicRoute('/category/plumbers/atom.xml'),
    'GET /blog/rss.xml': publicRoute('/blog/rss.xml'),
    'GET /blog/atom.xml': publicRoute('/blog/atom.xml'),
    'GET /sitemap-listings-:file(^\\d{1,6}).xml': publicRoute('/sitemap-listings-1.xml'),
    'GET /badge/:file': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/badge/${listingId}.svg` },
    'GET /qr/:file': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/qr/${listingId}.svg` },
    'GET /q/:id': { ...publicRoute('/q/1'), statuses: [302, 302, 302, 302, 302] },
    'GET /ads/:id/contact.vcf': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/ads/${listingId}/contact.vcf` },
    'GET /ads/:id/special-hours.ics': {
      statuses: [404, 404, 404, 404, 404],
      url: ({ listingId }) => `/ads/${listingId}/special-hours.ics`,
    },
    'GET /share/*': publicRoute('/share/county/orange-county.png'),
    'GET /site.webmanifest': publicRoute('/site.webmanifest'),
  }),

  // Pages, whose HTML is the same for everyone.
  'GET *': publicRoute('/account'),

  // Global Privacy Control.
  'GET /.well-known/gpc.json': publicRoute('/.well-known/gpc.json'),
  'GET /api/privacy': publicRoute('/api/privacy'),
  'GET /.well-known/security.txt': publicRoute('/.well-known/security.txt'),
  'GET /.well-known/change-password': {
    ...publicRoute('/.well-known/change-password'),
    statuses: [302, 302, 302, 302, 302],
  },
  'GET /.well-known/mcp.json': publicRoute('/.well-known/mcp.json'),
  // Assistants, whose rights are those of their key: `server/mcp/mcp.test.ts`.
  'POST /mcp': {
    statuses: OK_FOR_ALL,
    body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    rejectsUnknownFields: true,
  },
  'GET /mcp': { ...publicRoute('/mcp'), statuses: [405, 405, 405, 405, 405] },
  'DELETE /mcp': { ...publicRoute('/mcp'), statuses: [405, 405, 405, 405, 405] },
  'POST /api/csp-reports': {
    statuses: [204, 204, 204, 204, 204],
    body: () => ({
      'csp-report': { 'document-uri': 'http://localhost:3000/', 'violated-directive': 'img-src', 'blocked-uri': '' },
    }),
  },

  'GET /map-stills/:file': { ...publicRoute('/map-stills/none.svg'), statuses: [404, 404, 404, 404, 404] },
  'GET /map-tiles/:file': { ...publicRoute('/map-tiles/none.pmtiles'), statuses: [404, 404, 404, 404, 404] },
  'GET /pictures/:file': { ...publicRoute('/pictures/none-160.webp'), statuses: [404, 404, 404, 404, 404] },
  'GET /photos/:file': { ...publicRoute('/photos/nobodys-160.webp'), statuses: [404, 404, 404, 404, 404] },

  // Operations.
  'GET /healthz': publicRoute('/healthz'),
  'GET /readyz': publicRoute('/readyz'),
  'GET /metrics': { ...publicRoute('/metrics'), statuses: [401, 401, 401, 401, 401] },

  // Signing in. A mailed token authorizes everyone who has it.
  'POST /api/register': {
    statuses: [201, 201, 201, 201, 201],
    body: () => ({ businessName: 'Poppy Bakery', username: 'poppy', email: 'poppy@mail.example', password: PASSWORD }),
  },
  'POST /api/login': {
    statuses: OK_FOR_ALL,
    body: ({ accounts }) => ({ username: accounts.owner.username, password: PASSWORD }),
  },
  'POST /api/login/second-factor/options': {
    statuses: OK_FOR_ALL,
    body: async (people) => ({ token: (await beginSignIn(people)).token }),
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/login/second-factor': {
    statuses: OK_FOR_ALL,
    body: async (people) => {
      const { token, recoveryCode } = await beginSignIn(people);
      return { token, proof: { kind: 'recovery', code: recoveryCode.replaceAll('-', '') } };
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/login/passkey/options': { statuses: OK_FOR_ALL },
  'POST /api/login/passkey': {
    statuses: OK_FOR_ALL,
    body: async (people) => {
      const passkey = await addPasskey(people);
      const { body: options } = await people.visitors.anonymous.post('/api/login/passkey/options');
      return { response: signWithPasskey(passkey, options) };
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/logout': { statuses: OK_FOR_ALL },
  'POST /api/password-checks': { statuses: OK_FOR_ALL, body: () => ({ password: PASSWORD }) },
  'POST /api/password-resets': {
    statuses: [202, 202, 202, 202, 202],
    body: ({ accounts }) => ({ email: accounts.owner.email }),
  },
  'POST /api/password-resets/redeem': {
    statuses: OK_FOR_ALL,
    body: async (people) => ({ token: await createToken(people, 'reset-password'), password: 'a new one entirely' }),
    changedAccountColumns: ['password_hash', 'email_confirmed_at'],
  },
  'POST /api/email-sign-ins': {
    statuses: [202, 202, 202, 202, 202],
    body: ({ accounts }) => ({ email: accounts.owner.email }),
  },
  'POST /api/email-sign-ins/redeem': {
    statuses: OK_FOR_ALL,
    body: async (people) => ({ token: await createToken(people, 'sign-in') }),
    changedAccountColumns: ['password_hash', 'email_confirmed_at'],
  },
  'POST /api/email-confirmations': {
    statuses: [401, 200, 403, 401, 403],
    body: async (people) => ({ token: await createToken(people, 'confirm-email') }),
    changedAccountColumns: ['email_confirmed_at'],
  },

  // Invitations to the staff.
  'POST /api/staff-invitations/find': {
    statuses: OK_FOR_ALL,
    body: async () => ({ token: await createInvitationToken('new@mail.example') }),
  },
  'POST /api/staff-invitations/accept': {
    statuses: [401, 200, 403, 401, 403],
    body: async ({ accounts }) => ({
      token: await createInvitationToken(accounts.owner.email ?? ''),
      password: PASSWORD,
    }),
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/staff-invitations/register': {
    statuses: [201, 201, 201, 201, 201],
    body: async () => ({
      token: await createInvitationToken('new@mail.example'),
      username: 'poppy',
      password: PASSWORD,
    }),
    changedAccountColumns: ['email_confirmed_at'],
  },

  // The account of the user.
  'GET /api/user': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/step-up/options': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/step-up': {
    statuses: SIGNED_IN_ONLY,
    body: () => ({ proof: { kind: 'password', password: PASSWORD } }),
  },
  'GET /api/user/second-factor': { statuses: SIGNED_IN_ONLY },
  // The email of the owner is confirmed, that of the other account is not, and the administrator has none.
  'POST /api/user/second-factor/passkeys/options': {
    statuses: [401, 200, 403, 401, 200],
    url: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return '/api/user/second-factor/passkeys/options';
    },
  },
  'POST /api/user/second-factor/passkeys': {
    statuses: [401, 201, 403, 401, 400],
    // Made for the owner: a passkey for a challenge of another account is refused.
    body: async ({ accounts, visitors: { owner } }) => {
      await confirmEmail(accounts.owner);
      const { body: options } = await owner.post('/api/user/second-factor/passkeys/options');
      return { name: 'My phone', response: createPasskey(options).response };
    },
    acceptedFields: ['id'],
    changedAccountColumns: ['email_confirmed_at'],
  },
  'GET /api/user/api-keys': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/api-keys': {
    statuses: [401, 201, 403, 401, 201],
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return { name: 'CRM', scopes: ['leads:read'], days: null };
    },
    rejectsUnknownFields: true,
    changedAccountColumns: ['email_confirmed_at'],
  },
  'DELETE /api/user/api-keys/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ accounts }) => `/api/user/api-keys/${(await makeApiKey(db, accounts.owner.id)).id}`,
  },
  'GET /api/user/webhooks': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/webhooks': {
    statuses: [401, 201, 403, 401, 201],
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return { url: 'https://crm.example/hooks', events: ['lead.created'] };
    },
    rejectsUnknownFields: true,
    changedAccountColumns: ['email_confirmed_at'],
  },
  'DELETE /api/user/webhooks/:id': { statuses: [401, 200, 404, 401, 404], url: ownWebhook() },
  'POST /api/user/webhooks/:id/secret': {
    statuses: [401, 200, 403, 401, 404],
    url: async (world) => {
      await confirmEmail(world.accounts.owner);
      return ownWebhook('/secret')(world);
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/user/webhooks/:id/pause': { statuses: [401, 200, 404, 401, 404], url: ownWebhook('/pause') },
  'POST /api/user/webhooks/:id/resume': { statuses: [401, 200, 404, 401, 404], url: ownWebhook('/resume') },
  'POST /api/user/webhooks/:id/test': { statuses: [401, 201, 404, 401, 404], url: ownWebhook('/test') },
  'GET /api/user/webhooks/:id/deliveries': { statuses: [401, 200, 404, 401, 404], url: ownWebhook('/deliveries') },
  'GET /api/user/webhooks/:id/deliveries/:deliveryId': { statuses: [401, 200, 404, 401, 404], url: ownDelivery() },
  'POST /api/user/webhooks/:id/deliveries/:deliveryId/resend': {
    statuses: [401, 200, 404, 401, 404],
    url: ownDelivery('/resend'),
  },
  'PATCH /api/user/second-factor/passkeys/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: ownPasskey,
    body: () => ({ name: 'My old phone' }),
    changedAccountColumns: ['email_confirmed_at'],
  },
  'DELETE /api/user/second-factor/passkeys/:id': { statuses: [401, 200, 404, 401, 404], url: ownPasskey },
  'POST /api/user/second-factor/totp': {
    statuses: [401, 201, 403, 401, 201],
    url: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return '/api/user/second-factor/totp';
    },
  },
  'POST /api/user/second-factor/totp/confirmation': {
    statuses: [401, 201, 403, 401, 400],
    body: async ({ accounts, visitors: { owner } }) => {
      await confirmEmail(accounts.owner);
      const { body } = await owner.post('/api/user/second-factor/totp');
      return { code: new TOTP({ secret: body.secret }).generate() };
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'DELETE /api/user/second-factor/totp': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => {
      await addAuthenticatorApp(people);
      return '/api/user/second-factor/totp';
    },
  },
  'POST /api/user/second-factor/recovery-codes': {
    statuses: [401, 201, 403, 401, 409],
    url: async (people) => {
      await addAuthenticatorApp(people);
      return '/api/user/second-factor/recovery-codes';
    },
  },
  'PATCH /api/user': {
    statuses: SIGNED_IN_ONLY,
    body: () => ({ businessName: 'Another Name' }),
    changedAccountColumns: ['business_name'],
  },
  'DELETE /api/user': {
    statuses: [401, 200, 200, 401, 403],
    body: () => ({ password: PASSWORD }),
  },
  'GET /api/user/export': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/export.zip': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/password': {
    statuses: SIGNED_IN_ONLY,
    body: () => ({ currentPassword: PASSWORD, newPassword: 'a new one entirely' }),
    changedAccountColumns: ['password_hash'],
  },
  'POST /api/user/email': {
    statuses: SIGNED_IN_ONLY,
    body: () => ({ email: 'new@mail.example', password: PASSWORD }),
    changedAccountColumns: ['pending_email'],
  },
  // The administrator of a fresh site has no email to confirm.
  'POST /api/user/email-confirmation': { statuses: [401, 200, 200, 401, 400] },
  'GET /api/user/sessions': { statuses: SIGNED_IN_ONLY },
  'DELETE /api/user/sessions': { statuses: SIGNED_IN_ONLY },
  'DELETE /api/user/sessions/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: ({ sessionId }) => `/api/user/sessions/${sessionId}`,
  },

  'GET /api/user/mailings': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/shown-emails': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/shown-emails': { statuses: SIGNED_IN_ONLY, body: () => ({ shown: false }) },
  'PUT /api/user/mailings': { statuses: SIGNED_IN_ONLY, body: () => ({ kind: 'weekly-summary', on: false }) },
  // Everyone who has the email.
  'POST /api/unsubscribe/:token': {
    statuses: OK_FOR_ALL,
    url: async ({ accounts }) => `/api/unsubscribe/${await createMailingToken(accounts.owner)}`,
  },

  'POST /api/unsubscribe': {
    statuses: OK_FOR_ALL,
    body: async ({ accounts }) => ({ token: await createMailingToken(accounts.owner) }),
  },
  'POST /api/confirm-listings': {
    statuses: OK_FOR_ALL,
    body: async ({ accounts }) => ({ token: await createMailingToken(accounts.owner, 'accuracy-check') }),
  },
  'POST /api/auto-renewals/stop': {
    statuses: OK_FOR_ALL,
    body: async ({ accounts }) => ({ token: await createStopToken(db, await makeAutoRenewal(db, accounts.owner.id)) }),
  },
  'POST /api/renewals': {
    statuses: OK_FOR_ALL,
    body: async ({ accounts }) => {
      const { id } = await makeListing(db, {
        owner_id: accounts.owner.id,
        expires_at: new Date(Date.now() + 86_400_000),
      });
      return { token: await createRenewalToken(db, id) };
    },
  },

  // Saved listings and searches. The administrator has no email that could be confirmed.
  'GET /api/user/saved': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/saved': { statuses: SIGNED_IN_ONLY, body: ({ listingId }) => ({ ids: [listingId] }) },
  'PUT /api/user/saved/:id': { statuses: SIGNED_IN_ONLY, url: ({ listingId }) => `/api/user/saved/${listingId}` },
  'DELETE /api/user/saved/:id': { statuses: SIGNED_IN_ONLY, url: ({ listingId }) => `/api/user/saved/${listingId}` },
  'GET /api/user/searches': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/searches': {
    statuses: [401, 201, 403, 401, 403],
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return { name: 'Plumbers in Irvine', search: 'category=plumbers&place=irvine', mails: 'weekly' };
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'PATCH /api/user/searches/:id': { ...ownerSavedSearch, body: () => ({ mails: 'daily' }) },
  'DELETE /api/user/searches/:id': ownerSavedSearch,

  'GET /api/user/posting-draft': { statuses: SIGNED_IN_ONLY },
  'PUT /api/user/posting-draft': { statuses: SIGNED_IN_ONLY, body: () => ({ content: '{"title":"Kayaks"}' }) },
  'DELETE /api/user/posting-draft': { statuses: SIGNED_IN_ONLY },

  'GET /api/user/lists': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/lists': {
    statuses: [401, 201, 201, 401, 201],
    body: ({ listingId }) => ({ name: 'Weekend', add: [listingId] }),
  },
  'PATCH /api/user/lists/:id': { ...ownerList(), body: () => ({ name: 'Weekend' }) },
  'DELETE /api/user/lists/:id': ownerList(),
  'PUT /api/user/lists/:id/link': ownerList('/link'),
  'DELETE /api/user/lists/:id/link': ownerList('/link'),
  'GET /api/lists/:token': { statuses: OK_FOR_ALL, url: sharedListUrl },
  'POST /api/lists/:token/copies': {
    statuses: [401, 201, 201, 401, 201],
    url: async (people) => `${await sharedListUrl(people)}/copies`,
  },

  'GET /api/brands/:slug': {
    statuses: OK_FOR_ALL,
    url: async ({ accounts, listingId }) => {
      await db.deleteFrom('organizations').execute();
      const another = await makeListing(db, { owner_id: accounts.owner.id });
      const { slug } = await makeOrganization(db, { ownerId: accounts.owner.id, listings: [listingId, another.id] });
      return `/api/brands/${slug}`;
    },
  },
  'GET /api/user/organizations': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/organizations': {
    statuses: [401, 201, 404, 401, 404],
    // Each account is limited to some.
    body: async ({ listingId }) => {
      await db.deleteFrom('organizations').execute();
      return { name: 'Pacific Dental', listings: [listingId] };
    },
  },
  'GET /api/user/organizations/:id': ownerOrganization(),
  'PATCH /api/user/organizations/:id': { ...ownerOrganization(), body: () => ({ name: 'Golden Dental' }) },
  'DELETE /api/user/organizations/:id': ownerOrganization(),
  'POST /api/user/organizations/:id/branch-file': {
    ...ownerOrganization('/branch-file'),
    body: () => ({ content: Buffer.from('name,zip,category\n').toString('base64') }),
  },
  'POST /api/user/organizations/:id/branches': {
    ...ownerOrganization('/branches'),
    body: () => ({ branches: [{ line: 2, form: {} }] }),
  },
  'POST /api/user/organizations/:id/edits': {
    ...ownerOrganization('/edits'),
    body: ({ listingId }) => ({ listings: [listingId], changes: { website: '' } }),
  },
  'GET /api/user/organizations/:id/edits': ownerOrganization('/edits'),
  'POST /api/user/organizations/:id/edits/:editId/undo': ownerBranchEdit(({ edit }) => `/edits/${edit}/undo`),
  'GET /api/user/organizations/:id/shared': ownerOrganization('/shared'),
  'POST /api/user/organizations/:id/branches/:listingId/shared': {
    ...ownerBranchEdit(({ listing }) => `/branches/${listing}/shared`),
    body: () => ({ fields: ['website'] }),
  },
  'GET /api/user/organizations/:id/numbers': ownerOrganization('/numbers'),
  'PUT /api/user/organizations/:id/branches/:listingId': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ accounts, listingId }) => {
      await db.deleteFrom('organizations').execute();
      const { id } = await makeOrganization(db, { ownerId: accounts.owner.id, listings: [listingId] });
      return `/api/user/organizations/${id}/branches/${listingId}`;
    },
    body: () => ({ leadRecipients: 'owner', leadMemberId: null }),
  },

  // The listings of the user.
  'POST /api/ads': {
    statuses: [401, 201, 201, 401, 201],
    body: () => listingForm(),
    acceptedFields: ['premium'],
  },
  'POST /api/drafts': { statuses: [401, 201, 201, 401, 201], body: () => listingForm() },
  'GET /api/user/ads': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/ads/google-business-profile.csv': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/ads/similar': {
    statuses: SIGNED_IN_ONLY,
    url: () => '/api/user/ads/similar?businessName=Salt&address=1+Pier+Ave&zipCode=92614&phone=9495550100',
  },
  'GET /api/user/ads/unclaimed': {
    statuses: SIGNED_IN_ONLY,
    url: () => '/api/user/ads/unclaimed?businessName=Salt&address=1+Pier+Ave&zipCode=92614&phone=9495550100',
  },
  'GET /api/user/ads/:id': ownerListingAction('draft'),
  'GET /api/user/ads/:id/preview': ownerListingAction('draft', 'preview'),
  'PUT /api/user/ads/:id': { ...ownerListingAction('active'), body: () => ({ ...listingForm(), version: 1 }) },
  'PUT /api/user/ads/:id/hours': {
    ...ownerListingAction('active', 'hours'),
    body: () => ({ specialHours: [] }),
    rejectsUnknownFields: true,
  },
  'GET /api/user/ads/:id/hours-feed': ownerListingAction('active', 'hours-feed'),
  'PUT /api/user/ads/:id/hours-feed': {
    ...ownerListingAction('active', 'hours-feed'),
    body: () => ({ url: 'https://calendar.example/hours.ics' }),
    rejectsUnknownFields: true,
  },
  'POST /api/user/ads/:id/hours-feed/check': hoursFeedAction('check'),
  'POST /api/user/ads/:id/hours-feed/turn-on': hoursFeedAction('turn-on'),
  'DELETE /api/user/ads/:id/hours-feed': ownerListingAction('active', 'hours-feed'),
  'DELETE /api/user/ads/:id': ownerListingAction('active'),
  'GET /api/user/ads/:id/spot': ownerListingAction('draft', 'spot'),
  'PUT /api/user/ads/:id/pin': {
    ...ownerListingAction('active', 'pin'),
    body: () => ({ lat: 33.6812, lng: -117.8263 }),
  },
  'POST /api/user/ads/:id/publish': ownerListingAction('draft', 'publish'),
  'POST /api/user/ads/:id/pause': ownerListingAction('active', 'pause'),
  'POST /api/user/ads/:id/resume': ownerListingAction('paused', 'resume'),
  'POST /api/user/ads/:id/renew': ownerListingAction('active', 'renew'),
  'POST /api/user/ads/:id/undelete': ownerListingAction('deleted', 'undelete'),
  'POST /api/user/ads/:id/duplicate': {
    ...ownerListingAction('active', 'duplicate'),
    statuses: [401, 201, 404, 401, 404],
  },

  'GET /api/user/ads/:id/changes': {
    statuses: [401, 200, 404, 401, 404],
    url: ({ listingId }) => `/api/user/ads/${listingId}/changes`,
  },
  'POST /api/user/ads/:id/changes/:number/object': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ listingId }) => {
      await makeStaffVersion(listingId);
      return `/api/user/ads/${listingId}/changes/1/object`;
    },
    body: () => ({ text: 'It is our number' }),
  },

  // The metrics of a public listing, which only its owner may read.
  'GET /api/ads/:id/views': ownerAnalytics('views'),
  'GET /api/ads/:id/analytics': ownerAnalytics('analytics'),
  'GET /api/ads/:id/analytics.csv': ownerAnalytics('analytics.csv'),

  // Payments. Those of others are not found; an intent can be paid by everyone who has its client secret.
  'GET /api/payments/config': publicRoute('/api/payments/config'),
  'GET /api/plans': publicRoute('/api/plans'),
  'POST /api/create-payment-intent': {
    statuses: [401, 201, 201, 401, 201],
    body: () => ({ plan: 'monthly' }),
    rejectsUnknownFields: true,
  },
  'GET /api/user/payment-intents/:intentId': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => `/api/user/payment-intents/${(await createOpenPayment(people)).intentId}`,
  },
  'GET /api/user/payments': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/credits': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/auto-renewals': { statuses: SIGNED_IN_ONLY },
  'DELETE /api/user/saved-card': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ accounts }) => {
      await makeAutoRenewal(db, accounts.owner.id);
      return '/api/user/saved-card';
    },
  },
  'DELETE /api/user/ads/:id/auto-renewal': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ accounts }) => {
      const renewal = await makeAutoRenewal(db, accounts.owner.id);
      const { listing_id } = await db
        .selectFrom('auto_renewals')
        .select('listing_id')
        .where('id', '=', renewal)
        .executeTakeFirstOrThrow();
      return `/api/user/ads/${listing_id}/auto-renewal`;
    },
  },
  'GET /api/user/payments/:id': ownerPayment(createOpenPayment),
  'POST /api/user/payments/:id/cancel': ownerPayment(createOpenPayment, 'cancel'),
  'POST /api/user/payments/:id/refund-requests': {
    ...ownerPayment(createPaidPayment, 'refund-requests'),
    statuses: [401, 201, 404, 401, 404],
    body: () => ({ reason: 'It brought nobody' }),
  },
  'DELETE /api/user/payments/:id/refund-requests': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => {
      const { id } = await createPaidPayment(people);
      await db.insertInto('refund_requests').values({ payment_id: id, reason: 'It brought nobody' }).execute();
      return `/api/user/payments/${id}/refund-requests`;
    },
  },
  'GET /api/user/payments/:id/invoice.pdf': ownerPayment(createPaidPayment, 'invoice.pdf'),
  'POST /api/user/payments/:id/invoice-versions': {
    ...ownerPayment(createPaidPayment, 'invoice-versions'),
    statuses: [401, 201, 404, 401, 404],
    body: () => ({ companyName: 'Golden Hour LLC', address: '7 Ocean Ave', taxId: '12-3456789' }),
  },
  'GET /api/user/payments/:id/credit-notes/:number': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => `/api/user/payments/${await createCreditNote(people)}`,
  },
  'GET /api/user/billing': { statuses: SIGNED_IN_ONLY },
  'PUT /api/user/billing': {
    statuses: SIGNED_IN_ONLY,
    body: () => ({ companyName: 'Golden Hour LLC', address: '7 Ocean Ave' }),
  },
  'GET /api/user/ads/:id/order': {
    statuses: [401, 200, 404, 401, 404],
    url: (people) => `/api/user/ads/${people.listingId}/order?plan=monthly`,
  },
  'GET /api/user/order': {
    statuses: [401, 200, 404, 401, 404],
    url: (people) => `/api/user/order?plan=monthly&ads=${people.listingId}`,
  },
  'POST /api/user/ads/:id/redeem': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => {
      await createPaidPayment(people);
      return `/api/user/ads/${people.listingId}/redeem`;
    },
    changedListingColumns: ['level'],
  },
  'POST /simulated-stripe/payment_intents/:id/confirm': {
    statuses: OK_FOR_ALL,
    url: async (people) => `/simulated-stripe/payment_intents/${(await createOpenPayment(people)).intentId}/confirm`,
    body: async (people) => ({
      clientSecret: (await createOpenPayment(people)).clientSecret,
      card: toCardDetails(TEST_CARDS.success),
    }),
  },
  'POST /simulated-stripe/payment_intents/:id/authenticate': {
    statuses: OK_FOR_ALL,
    url: async (people) =>
      `/simulated-stripe/payment_intents/${(await createOpenPayment(people)).intentId}/authenticate`,
    body: async (people) => {
      const intent = await createOpenPayment(people);
      await confirmPaymentIntent(people.visitors.owner, intent, TEST_CARDS.authenticationRequired);
      return { clientSecret: intent.clientSecret, agreed: true };
    },
  },
  // These requests have no signature of Stripe.
  'POST /api/webhooks/stripe': { statuses: [400, 400, 400, 400, 400] },
  // These have no password of the service that brings emails.
  'POST /api/webhooks/mailgun': { statuses: [401, 401, 401, 401, 401] },
  'POST /api/webhooks/postmark': { statuses: [401, 401, 401, 401, 401] },
  'POST /api/webhooks/ses': { statuses: [401, 401, 401, 401, 401] },

  // Pictures. These requests are no multipart forms.
  'POST /api/photos': { statuses: [401, 400, 400, 401, 400] },
  'DELETE /api/photos/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: ({ photoId }) => `/api/photos/${photoId}`,
  },

  // Claims and reports. The token of a claim works only for the claimant.
  'POST /api/ads/:id/claims': {
    statuses: [401, 201, 403, 401, 403],
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/claims`,
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return { note: 'It is my shop.' };
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/claim-documents': { statuses: [401, 400, 400, 401, 400] },
  'POST /api/ads/:id/claims/account-email': {
    statuses: [401, 200, 403, 401, 403],
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/claims/account-email`,
    body: async ({ accounts, unclaimedId }) => {
      await confirmEmail(accounts.owner);
      const website = `https://${accounts.owner.email?.split('@')[1]}`;
      await db.updateTable('listings').set({ website }).where('id', '=', unclaimedId).execute();
      await db.deleteFrom('listing_versions').where('listing_id', '=', unclaimedId).execute();
      return {};
    },
    changedAccountColumns: ['email_confirmed_at'],
    changedListingColumns: ['owner_id'],
  },
  'GET /api/ads/:id/claim-proofs': {
    statuses: SIGNED_IN_ONLY,
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/claim-proofs`,
  },
  // Without a telephone service no number proves anything.
  'POST /api/ads/:id/claims/phone-codes': {
    statuses: [401, 409, 409, 401, 409],
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/claims/phone-codes`,
    body: () => ({ way: 'sms' }),
  },
  'POST /api/ads/:id/claims/phone-codes/redeem': {
    statuses: [401, 400, 400, 401, 400],
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/claims/phone-codes/redeem`,
    body: () => ({ code: '123456' }),
  },
  'GET /api/user/claims': { statuses: SIGNED_IN_ONLY },
  'POST /api/claims/redeem': {
    statuses: [401, 200, 403, 401, 403],
    body: ({ claim }) => ({ token: claim.token }),
    changedListingColumns: ['owner_id'],
  },
  // The people of a business: the owner helps the other account, and invites others.
  'GET /api/user/people': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/shared-ads': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/invitations': {
    statuses: [401, 200, 403, 401, 403],
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return { recipient: 'new@mail.example', role: 'viewer', listingId: null };
    },
    acceptedFields: ['role', 'listingId'],
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/user/invitations/:id/resend': {
    statuses: [401, 200, 403, 401, 404],
    url: async (people) => `/api/user/invitations/${await inviteHelper(people)}/resend`,
  },
  'DELETE /api/user/invitations/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: async (people) => `/api/user/invitations/${await inviteHelper(people)}`,
  },
  'DELETE /api/user/members/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ accounts: { owner, administrator } }) =>
      `/api/user/members/${await makeMembership({ account_id: administrator.id, owner_id: owner.id })}`,
  },
  'DELETE /api/user/memberships/:id': {
    statuses: [401, 200, 404, 401, 404],
    url: async ({ accounts: { owner, other } }) =>
      `/api/user/memberships/${await makeMembership({ account_id: owner.id, owner_id: other.id })}`,
  },
  'POST /api/invitations/find': { statuses: OK_FOR_ALL, body: createHelperToken },
  'POST /api/invitations/accept': {
    statuses: [401, 200, 403, 401, 403],
    body: createHelperToken,
    changedAccountColumns: ['email_confirmed_at'],
  },
  'POST /api/invitations/decline': { statuses: OK_FOR_ALL, body: createHelperToken },

  'POST /api/ads/:id/reports': {
    statuses: [201, 201, 201, 201, 201],
    url: ({ listingId }) => `/api/ads/${listingId}/reports`,
    body: () => ({ reason: 'closed' }),
  },

  'POST /api/ads/:id/suggested-edits': {
    statuses: [201, 201, 201, 201, 201],
    url: ({ listingId }) => `/api/ads/${listingId}/suggested-edits`,
    body: () => ({ kind: 'phone', value: '(949) 555-0123' }),
  },
  'GET /api/user/suggested-edits': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/suggested-edits/:id/accept': {
    statuses: [401, 204, 404, 401, 404],
    url: ({ suggestedEditId }) => `/api/user/suggested-edits/${suggestedEditId}/accept`,
  },
  'POST /api/user/suggested-edits/:id/dismiss': {
    statuses: [401, 204, 404, 401, 404],
    url: ({ suggestedEditId }) => `/api/user/suggested-edits/${suggestedEditId}/dismiss`,
  },

  // Contact messages.
  'POST /api/contact': {
    statuses: [201, 201, 201, 201, 201],
    body: () => ({
      name: 'Ana Lima',
      email: 'ana@mail.example',
      subject: 'A question',
      message: 'How do I begin with a listing?',
    }),
  },

  // Messages: the owner's business received one of a customer without an account.
  'POST /api/ads/:id/messages': {
    statuses: [201, 409, 201, 201, 201],
    url: ({ listingId }) => `/api/ads/${listingId}/messages`,
    body: () => ({ ...FIRST_MESSAGE, key: randomUUID() }),
    acceptedFields: ['source', 'topic'],
  },
  'POST /api/ads/:id/join-requests': {
    statuses: [204, 204, 204, 204, 204],
    url: ({ unclaimedId }) => `/api/ads/${unclaimedId}/join-requests`,
  },
  'POST /api/message-pictures': { statuses: [400, 400, 400, 400, 400] },
  'GET /api/conversations/:id': conversationAction(''),
  'GET /api/conversations/:id/pictures/:file': {
    statuses: [404, 404, 404, 404, 404],
    url: async ({ listingId }) =>
      `/api/conversations/${(await makeConversation(db, { listing_id: listingId })).id}/pictures/message-${'a'.repeat(32)}-640.webp`,
  },
  // Everyone who has the email. The responses to a new link say nothing about the old one.
  'POST /api/links/open': {
    statuses: [204, 204, 204, 204, 204],
    body: async ({ listingId }) => ({ token: await createLinkToken(listingId) }),
  },
  'POST /api/links/renew': { statuses: [204, 204, 204, 204, 204], body: () => ({ token: 'x'.repeat(43) }) },
  'POST /api/links/close': { statuses: [204, 204, 204, 204, 204] },
  // Only the customer confirms, after opening the link.
  'POST /api/conversations/:id/confirm': { ...conversationAction('confirm'), statuses: [404, 404, 404, 404, 404] },
  'POST /api/conversations/:id/messages': conversationAction('messages', () => ({ text: 'Yes.', key: randomUUID() })),
  'POST /api/conversations/:id/read': { ...conversationAction('read'), statuses: [404, 204, 404, 404, 404] },
  'PUT /api/conversations/:id/label': conversationAction('label', () => ({ label: 'won' })),
  'PUT /api/conversations/:id/note': conversationAction('note', () => ({ text: 'Gate code 12' })),
  'POST /api/conversations/:id/stop': { ...conversationAction('stop'), statuses: [404, 204, 404, 404, 404] },
  'POST /api/conversations/:id/block': { ...conversationAction('block'), statuses: [404, 204, 404, 404, 404] },
  'POST /api/conversations/:id/report': conversationAction('report', () => ({ text: 'They insult me.' })),
  // Quote requests: only the customer reads them, who is the other account here; the businesses have conversations.
  'GET /api/quotes/businesses': { statuses: OK_FOR_ALL, url: () => '/api/quotes/businesses?trade=plumbers&near=92614' },
  'POST /api/quotes': {
    statuses: [201, 409, 201, 201, 201],
    body: ({ listingId }) => ({ ...QUOTE_REQUEST, listings: [listingId], key: randomUUID() }),
    acceptedFields: ['trade', 'timing'],
  },
  'GET /api/quotes/:id': quoteAction(''),
  'POST /api/quotes/:id/confirm': { ...quoteAction('/confirm'), body: () => ({}) },
  // Reviews: only the customer writes one, after opening a link; the business replies and reports.
  'GET /api/ads/:id/reviews': { statuses: OK_FOR_ALL, url: ({ listingId }) => `/api/ads/${listingId}/reviews` },
  'GET /api/conversations/:id/review': { ...conversationAction('review'), ...NOBODY, body: undefined },
  'PUT /api/conversations/:id/review': { ...conversationAction('review', () => REVIEW), ...NOBODY },
  'DELETE /api/conversations/:id/review': { ...conversationAction('review'), ...NOBODY },
  'POST /api/conversations/:id/review/appeal': {
    ...conversationAction('review/appeal', () => ({ text: 'I was there.' })),
    ...NOBODY,
  },
  // Of signed-in people with a confirmed address who neither run the business nor a business like it: none of these.
  'GET /api/ads/:id/review': { ...receiptReview(''), statuses: [401, 200, 200, 401, 200] },
  'PUT /api/ads/:id/review': { ...receiptReview('', () => REVIEW), statuses: [401, 409, 409, 401, 409] },
  'DELETE /api/ads/:id/review': { ...receiptReview(''), statuses: [401, 204, 204, 401, 204] },
  'POST /api/ads/:id/review/appeal': {
    ...receiptReview('/appeal', () => ({ text: 'I was there.' })),
    statuses: [401, 409, 409, 401, 409],
  },
  // No form with a picture.
  'POST /api/review-pictures': { statuses: [400, 400, 400, 400, 400] },
  'GET /api/review-pictures/:file': {
    statuses: [404, 404, 404, 404, 404],
    url: () => `/api/review-pictures/review-${'a'.repeat(24)}-640.webp`,
  },
  'POST /api/receipt-codes': {
    statuses: [201, 201, 201, 201, 201],
    body: async ({ listingId, accounts: { owner } }) => {
      const [code] = await makeCodes(db, { accountId: owner.id, listingId, count: 20 });
      return { code: code?.replace('-', ''), email: 'ana@mail.example' };
    },
  },
  'GET /api/receipt-codes/:id/review': receiptAction('', 200),
  'PUT /api/receipt-codes/:id/review': receiptAction('', 200, () => REVIEW),
  'DELETE /api/receipt-codes/:id/review': receiptAction('', 204),
  'POST /api/receipt-codes/:id/review/appeal': receiptAction('/appeal', 409, () => ({ text: 'I was there.' })),
  'GET /api/user/receipt-codes': { statuses: SIGNED_IN_ONLY },
  'POST /api/user/ads/:id/receipt-codes': {
    statuses: [401, 201, 404, 401, 404],
    url: ({ listingId }) => `/api/user/ads/${listingId}/receipt-codes`,
    body: () => ({ count: 20 }),
  },
  'GET /api/user/reviews': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/written-reviews': { statuses: SIGNED_IN_ONLY },
  'PUT /api/user/reviews/:id/reply': ownersReview('reply', { text: 'Thank you.' }),
  'DELETE /api/user/reviews/:id/reply': ownersReview('reply'),
  'POST /api/user/reviews/:id/report': ownersReview('report', { rule: 'insult', text: '' }),
  'GET /api/user/conversations': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/conversations.csv': { statuses: SIGNED_IN_ONLY },
  'GET /api/user/inbox-settings': { statuses: SIGNED_IN_ONLY },
  'PUT /api/user/inbox-settings': { statuses: SIGNED_IN_ONLY, body: () => ({ answers: [], away: null }) },
  'GET /api/user/push-subscription': { statuses: SIGNED_IN_ONLY },
  'PUT /api/user/push-subscription': {
    statuses: [401, 200, 403, 401, 200],
    body: async ({ accounts }) => {
      await confirmEmail(accounts.owner);
      return {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        // The base point of the curve.
        keys: {
          p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
          auth: 'x'.repeat(22),
        },
      };
    },
    changedAccountColumns: ['email_confirmed_at'],
  },
  'DELETE /api/user/push-subscription': { statuses: [401, 204, 204, 401, 204] },
  'GET /api/user/conversations/unread': { statuses: SIGNED_IN_ONLY },

  'POST /api/help/searches': { statuses: [204, 204, 204, 204, 204], body: () => ({ words: 'gift cards' }) },

  // Routes of the administrator.
  'GET /api/admin/trend': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/searches': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/found-searches': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/users': { staff: ['support'], statuses: ADMIN_ONLY },
  'GET /api/admin/users/suspended': { staff: ['support'], statuses: ADMIN_ONLY },
  'GET /api/admin/users/:id': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: ({ accounts }) => `/api/admin/users/${accounts.owner.id}`,
  },
  'GET /api/admin/audit': { statuses: ADMIN_ONLY },
  'POST /api/admin/users/:id/second-factor/reset': {
    statuses: ADMIN_ONLY,
    url: async (people) => {
      await addAuthenticatorApp(people);
      return `/api/admin/users/${people.accounts.owner.id}/second-factor/reset`;
    },
    body: () => ({ reason: 'Lost the phone' }),
    changedAccountColumns: ['email_confirmed_at', 'password_hash'],
  },
  'GET /api/admin/staff': { statuses: ADMIN_ONLY },
  'POST /api/admin/staff/invitations': {
    statuses: ADMIN_ONLY,
    body: () => ({ email: 'new@mail.example', role: 'moderator', reason: 'Helps with reports' }),
    acceptedFields: ['role'],
  },
  'POST /api/admin/staff/invitations/:id/resend': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/staff/invitations/${await makeInvitation()}/resend`,
  },
  'POST /api/admin/staff/invitations/:id/withdraw': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/staff/invitations/${await makeInvitation()}/withdraw`,
    body: () => ({ reason: 'A wrong address' }),
  },
  'POST /api/admin/staff/:id/role': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/staff/${await makeMember()}/role`,
    body: () => ({ role: 'finance', reason: 'Looks after refunds now' }),
    acceptedFields: ['role'],
  },
  'POST /api/admin/staff/:id/remove': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/staff/${await makeMember()}/remove`,
    body: () => ({ reason: 'Left' }),
  },
  'GET /api/admin/staff/:id/sessions': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/staff/${await makeMember()}/sessions`,
  },
  'POST /api/admin/staff/:id/sessions/end': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/staff/${await makeMember()}/sessions/end`,
    body: () => ({ reason: 'A lost laptop' }),
  },
  'POST /api/admin/staff/:id/sessions/:sessionId/end': {
    statuses: ADMIN_ONLY,
    url: async () => {
      const id = await makeMember();
      return `/api/admin/staff/${id}/sessions/${(await makeSession(db, id)).id}/end`;
    },
    body: () => ({ reason: 'A lost laptop' }),
  },
  'POST /api/admin/users/:id/suspend': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: ({ accounts }) => `/api/admin/users/${accounts.owner.id}/suspend`,
    body: () => ({ reason: 'Posts the same thing again and again' }),
    changedAccountColumns: ['is_active', 'suspended_at', 'suspension_reason', 'suspended_by'],
  },
  'POST /api/admin/users/:id/activate': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: ({ accounts }) => `/api/admin/users/${accounts.suspended.id}/activate`,
    changedAccountColumns: ['is_active', 'suspended_at', 'suspension_reason', 'suspended_by'],
  },
  'GET /api/admin/reports': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/reports/:id/close': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ reportId }) => `/api/admin/reports/${reportId}/close`,
  },
  'GET /api/admin/decision-times': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/conversations': { staff: ['moderator', 'support'], statuses: ADMIN_ONLY },
  'POST /api/admin/conversations/:id/approve': conversationDecision('approve'),
  'POST /api/admin/conversations/:id/withhold': conversationDecision('withhold'),
  'POST /api/admin/conversations/:id/stop': conversationDecision('stop'),
  'POST /api/admin/conversations/:id/dismiss': conversationDecision('dismiss'),
  'GET /api/admin/reviews': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/reviews/:id/show': reviewDecision('show'),
  'POST /api/admin/reviews/:id/withhold': reviewDecision('withhold', { rule: 'insult', reason: 'It insults.' }),
  'GET /api/admin/imports': { statuses: ADMIN_ONLY },
  'POST /api/admin/imports/:id/undo': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/imports/${await makeImport()}/undo`,
  },
  'GET /api/admin/imports/:id/undo': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/imports/${await makeImport()}/undo`,
  },
  'GET /api/admin/imports/:id/report.csv': {
    statuses: [401, 403, 403, 401, 404],
    url: async () => `/api/admin/imports/${await makeImport()}/report.csv`,
  },
  'GET /api/admin/open-data': { statuses: ADMIN_ONLY },
  'POST /api/admin/open-data/:name/download': {
    statuses: ADMIN_ONLY,
    url: async () => '/api/admin/open-data/openstreetmap-2021/download',
  },
  'PUT /api/admin/open-data/:name/schedule': {
    statuses: ADMIN_ONLY,
    url: async () => '/api/admin/open-data/overture/schedule',
    body: () => ({ isMonthly: false }),
  },
  'POST /api/admin/open-data/:name/cancel': {
    statuses: [401, 403, 403, 401, 409],
    url: async () => '/api/admin/open-data/overture/cancel',
  },
  'GET /api/admin/import-uploads': { statuses: ADMIN_ONLY },
  'POST /api/admin/import-uploads': {
    statuses: [401, 403, 403, 401, 201],
    body: () => ({ file: 'a.csv', size: 9 }),
  },
  'PUT /api/admin/import-uploads/:id/content': {
    statuses: [401, 403, 403, 401, 400],
    url: async () => `/api/admin/import-uploads/${await makeUpload('uploading')}/content?offset=0`,
  },
  'POST /api/admin/import-uploads/:id/preview': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/import-uploads/${await makeUpload('ready')}/preview`,
    body: () => ({ options: null }),
  },
  'POST /api/admin/import-uploads/:id/dry-run': {
    statuses: [401, 403, 403, 401, 409],
    url: async () => `/api/admin/import-uploads/${await makeUpload('uploading')}/dry-run`,
    body: () => ({ options: null }),
  },
  'GET /api/admin/import-uploads/:id/dry-run.csv': {
    statuses: [401, 403, 403, 401, 404],
    url: async () => `/api/admin/import-uploads/${await makeUpload('ready')}/dry-run.csv`,
  },
  'POST /api/admin/import-uploads/:id/start': {
    statuses: [401, 403, 403, 401, 409],
    url: async () => `/api/admin/import-uploads/${await makeUpload('uploading')}/start`,
    body: () => ({ options: null }),
  },
  'POST /api/admin/import-uploads/:id/cancel': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/import-uploads/${await makeUpload('importing')}/cancel`,
  },
  'DELETE /api/admin/import-uploads/:id': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/import-uploads/${await makeUpload('ready')}`,
  },
  'GET /api/admin/possible-closures': { statuses: ADMIN_ONLY },
  'POST /api/admin/possible-closures/hide': {
    statuses: ADMIN_ONLY,
    body: ({ listingId }) => ({ ids: [listingId] }),
  },
  'POST /api/admin/possible-closures/keep': {
    statuses: ADMIN_ONLY,
    body: ({ listingId }) => ({ ids: [listingId] }),
  },
  'GET /api/admin/licenses': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/suggested-edits': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/suggested-edits/:id/accept': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 204],
    url: ({ suggestedEditId }) => `/api/admin/suggested-edits/${suggestedEditId}/accept`,
  },
  'POST /api/admin/suggested-edits/:id/dismiss': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 204],
    url: ({ suggestedEditId }) => `/api/admin/suggested-edits/${suggestedEditId}/dismiss`,
  },
  'GET /api/admin/claims': { staff: ['moderator'], statuses: ADMIN_ONLY },
  // The claim has none.
  'GET /api/admin/claims/:id/document': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 404],
    url: ({ claim }) => `/api/admin/claims/${claim.id}/document`,
  },
  'POST /api/admin/claims/:id/approve': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ claim }) => `/api/admin/claims/${claim.id}/approve`,
  },
  'POST /api/admin/claims/:id/decline': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ claim }) => `/api/admin/claims/${claim.id}/decline`,
    body: () => ({ reason: 'Nobody answers the phone' }),
  },
  'GET /api/admin/matches': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/matches/:id/same': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/matches/${await makeMatch()}/same`,
  },
  'POST /api/admin/matches/:id/different': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/matches/${await makeMatch()}/different`,
  },
  'POST /api/admin/matches/:id/undo': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/matches/${await makeMatch('different')}/undo`,
  },
  'GET /api/admin/payments': { staff: ['finance'], statuses: ADMIN_ONLY },
  'GET /api/admin/payments/summary': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: () => '/api/admin/payments/summary?month=2026-03',
  },
  'GET /api/admin/payments/balance': { staff: ['finance'], statuses: ADMIN_ONLY },
  'GET /api/admin/payments/reconciliation': { staff: ['finance'], statuses: ADMIN_ONLY },
  'GET /api/admin/payments/export': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: () => '/api/admin/payments/export?month=2026-03',
  },
  'GET /api/admin/plans': { statuses: ADMIN_ONLY },
  'POST /api/admin/plans/:plan/prices': {
    statuses: ADMIN_ONLY,
    url: () => '/api/admin/plans/annual/prices',
    body: () => ({ priceCents: 95_000, reason: 'Costs rose' }),
  },
  'POST /api/admin/plans/prices/:id/withdraw': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/plans/prices/${await createComingPrice()}/withdraw`,
    body: () => ({ reason: 'Not yet' }),
  },
  'GET /api/admin/coupons': { staff: ['finance'], statuses: ADMIN_ONLY },
  'POST /api/admin/coupons': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    body: () => makeCouponForm(),
  },
  'PUT /api/admin/coupons/:id': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/coupons/${(await makeCoupon(db)).id}`,
    body: () => ({ ...makeCouponForm(), version: 1 }),
  },
  'POST /api/admin/coupons/:id/end': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/coupons/${(await makeCoupon(db)).id}/end`,
    body: () => ({ version: 1, reason: 'Enough' }),
  },
  'GET /api/admin/gift-credits': { staff: ['finance'], statuses: ADMIN_ONLY },
  'POST /api/admin/gift-credits': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    body: ({ accounts }) => ({ username: accounts.owner.username, plan: 'monthly', count: 1, reason: 'The outage' }),
  },
  'POST /api/admin/ads/:id/feature': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: ({ unclaimedId }) => `/api/admin/ads/${unclaimedId}/feature`,
    body: () => ({ plan: 'monthly', reason: 'A partner' }),
    changedListingColumns: ['level'],
  },
  'POST /api/admin/gift-credits/:id/take-back': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/gift-credits/${await createGiftCredit(people)}/take-back`,
    body: () => ({ reason: 'By mistake' }),
  },
  'GET /api/admin/taxes': { statuses: ADMIN_ONLY },
  'POST /api/admin/taxes': {
    statuses: ADMIN_ONLY,
    body: () => ({ tax: null, reason: 'None' }),
  },
  'POST /api/admin/taxes/:id/withdraw': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/taxes/${await createComingTax()}/withdraw`,
    body: () => ({ reason: 'Not yet' }),
  },
  'GET /api/admin/payments/:id/invoice.pdf': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/payments/${(await createPaidPayment(people)).id}/invoice.pdf`,
  },
  'GET /api/admin/payments/:id/credit-notes/:number': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/payments/${await createCreditNote(people)}`,
  },
  'POST /api/admin/payments/:id/refunds': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/payments/${(await createPaidPayment(people)).id}/refunds`,
    body: () => ({ reason: 'It brought nobody' }),
  },
  'POST /api/admin/payments/:id/decline-refund': {
    staff: ['finance'],
    statuses: ADMIN_ONLY,
    url: async (people) => {
      const { id } = await createPaidPayment(people);
      await db.insertInto('refund_requests').values({ payment_id: id, reason: 'Please' }).execute();
      return `/api/admin/payments/${id}/decline-refund`;
    },
    body: () => ({ answer: 'It had 300 visitors' }),
  },
  'GET /api/admin/ads': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/ads.csv': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/ads/count': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/ads/hidden': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/ads/hide': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    body: ({ listingId }) => ({ ids: [listingId], reason: 'It is spam' }),
    changedListingColumns: ['status'],
  },
  'POST /api/admin/ads/show': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    body: ({ hiddenId }) => ({ ids: [hiddenId] }),
    changedListingColumns: ['status'],
  },
  'POST /api/admin/ads/delete': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    body: ({ listingId }) => ({ ids: [listingId], reason: 'It is spam' }),
    changedListingColumns: ['status'],
  },
  'POST /api/admin/ads/recategorize': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    body: ({ listingId }) => ({ ids: [listingId], reason: 'It is a pizzeria', category: 'pizza' }),
  },
  'POST /api/admin/ads/move': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    body: ({ listingId }) => ({ ids: [listingId], reason: 'It is in Tustin', place: 'tustin' }),
  },
  'GET /api/admin/approvals': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/ads/:id/approve': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/ads/${await makeWaiting(people)}/approve`,
    body: () => ({ version: 1 }),
  },
  'POST /api/admin/ads/:id/decline': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/ads/${await makeWaiting(people)}/decline`,
    body: () => ({ version: 1, reason: 'Not a business' }),
  },
  'GET /api/admin/approval-rules': { statuses: ADMIN_ONLY },
  'PUT /api/admin/approval-rules': {
    statuses: ADMIN_ONLY,
    body: async () => {
      const { version } = await db.selectFrom('approval_rules').select('version').executeTakeFirstOrThrow();
      return { isOn: false, accountDays: null, words: ['casino'], categories: ['pizza'], trusted: [], version };
    },
  },
  'GET /api/admin/listing-views': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/listing-views': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 201],
    body: listingView,
  },
  'PUT /api/admin/listing-views/:id': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: listingViewUrl,
    body: listingView,
  },
  'DELETE /api/admin/listing-views/:id': { staff: ['moderator'], statuses: ADMIN_ONLY, url: listingViewUrl },
  'GET /api/admin/bulk-actions': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/bulk-actions': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    body: ({ hiddenId }) => ({ kind: 'hide', selection: { ids: [hiddenId] }, dryRun: true }),
  },
  'GET /api/admin/bulk-actions/:id': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async ({ accounts }) => `/api/admin/bulk-actions/${await makeBulkAction(accounts.administrator.id)}`,
  },
  'POST /api/admin/bulk-actions/:id/undo': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async ({ accounts, hiddenId }) => {
      const id = await makeBulkAction(accounts.administrator.id);
      const change = { action_id: id, listing_id: hiddenId, before: '{}', after: '{}' };
      await db.insertInto('bulk_changes').values(change).execute();
      return `/api/admin/bulk-actions/${id}/undo`;
    },
  },
  'POST /api/admin/ads/:id/hide': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}/hide`,
    body: () => ({ reason: 'It is spam' }),
    changedListingColumns: ['status'],
  },
  'GET /api/admin/ads/:id': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}`,
  },
  'PATCH /api/admin/ads/:id': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}`,
    body: () => ({ changes: { phone: '(949) 555-0199' }, revision: 0, reason: 'It rings somewhere else' }),
  },
  'GET /api/admin/ads/:id/versions': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}/versions`,
  },
  'POST /api/admin/ads/:id/versions/:number/restore': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async ({ listingId }) => {
      await makeStaffVersion(listingId);
      return `/api/admin/ads/${listingId}/versions/0/restore`;
    },
    body: () => ({ revision: 1, reason: 'It was right before' }),
  },
  'GET /api/admin/ads/:id/likely': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}/likely`,
  },
  'GET /api/admin/ads/:id/compare/:other': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId, unclaimedId }) => `/api/admin/ads/${listingId}/compare/${unclaimedId}`,
  },
  'POST /api/admin/ads': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 201],
    body: () => ({ form: listingForm(), reason: 'They called us' }),
  },
  'POST /api/admin/ads/:id/offer': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ unclaimedId }) => `/api/admin/ads/${unclaimedId}/offer`,
    body: () => ({ email: 'new@mail.example', reason: 'They called us' }),
  },
  'POST /api/admin/ads/:id/offer/resend': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/ads/${await makeOffered(people)}/offer/resend`,
  },
  'POST /api/admin/ads/:id/offer/withdraw': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/ads/${await makeOffered(people)}/offer/withdraw`,
    body: () => ({ reason: 'A wrong address' }),
  },
  'POST /api/admin/ads/:id/take-back': {
    statuses: ADMIN_ONLY,
    url: async ({ listingId }) => {
      await db.updateTable('listings').set({ origin: 'open-data' }).where('id', '=', listingId).execute();
      return `/api/admin/ads/${listingId}/take-back`;
    },
    body: () => ({ reason: 'The business does not know them.' }),
    changedListingColumns: ['owner_id'],
  },
  'POST /api/admin/ads/:id/merge': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}/merge`,
    body: ({ listingId, unclaimedId }) => ({ other: unclaimedId, keep: listingId }),
    changedListingColumns: ['status'],
  },
  'POST /api/admin/ads/:id/separate': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ listingId }) => `/api/admin/ads/${listingId}/separate`,
    body: ({ unclaimedId }) => ({ other: unclaimedId }),
  },
  // These two are not merged.
  'POST /api/admin/ads/:id/part': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 409],
    url: ({ listingId }) => `/api/admin/ads/${listingId}/part`,
    body: ({ unclaimedId }) => ({ other: unclaimedId }),
  },
  'POST /api/admin/ads/:id/rows/separate': {
    staff: ['moderator'],
    statuses: [401, 403, 403, 401, 409],
    url: ({ listingId }) => `/api/admin/ads/${listingId}/rows/separate`,
    body: () => ({ source: 'Permits', sourceId: 'no-such-row' }),
  },
  'GET /api/admin/objections': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'POST /api/admin/objections/:id/keep': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/objections/${await makeObjection(people)}/keep`,
    body: () => ({ answer: 'The number is right' }),
  },
  'POST /api/admin/objections/:id/restore': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: async (people) => `/api/admin/objections/${await makeObjection(people)}/restore`,
    body: () => ({ answer: 'You are right' }),
  },
  'GET /api/admin/messages': { staff: ['moderator', 'support'], statuses: ADMIN_ONLY },
  'POST /api/admin/messages/:id/answer': {
    staff: ['moderator', 'support'],
    statuses: ADMIN_ONLY,
    url: ({ messageId }) => `/api/admin/messages/${messageId}/answer`,
    body: () => ({ text: 'Open your account, and post it.' }),
  },
  'POST /api/admin/messages/:id/spam': {
    staff: ['moderator', 'support'],
    statuses: ADMIN_ONLY,
    url: ({ messageId }) => `/api/admin/messages/${messageId}/spam`,
  },
  'POST /api/admin/messages/:id/not-spam': {
    staff: ['moderator', 'support'],
    statuses: ADMIN_ONLY,
    url: ({ spamId }) => `/api/admin/messages/${spamId}/not-spam`,
  },
  'DELETE /api/admin/messages/:id': {
    staff: ['moderator', 'support'],
    statuses: ADMIN_ONLY,
    url: ({ messageId }) => `/api/admin/messages/${messageId}`,
  },
  'GET /api/admin/overview': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/site': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/health': { statuses: ADMIN_ONLY },
  'GET /api/admin/backups': { statuses: ADMIN_ONLY },
  'POST /api/admin/backups': { statuses: ADMIN_ONLY },
  // None was completed.
  'GET /api/admin/backups/file': { statuses: [401, 403, 403, 401, 404] },
  'GET /api/admin/samples': { statuses: ADMIN_ONLY },
  'POST /api/admin/samples/remove': { statuses: ADMIN_ONLY },
  'GET /api/admin/mail': { staff: ['moderator', 'support'], statuses: ADMIN_ONLY },
  'GET /api/admin/exports/listings': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/exports/accounts': { staff: ['support'], statuses: ADMIN_ONLY },
  'GET /api/admin/exports/payments': { staff: ['finance'], statuses: ADMIN_ONLY },
  'GET /api/admin/exports/claims': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/exports/audit': { statuses: ADMIN_ONLY },
  'GET /api/admin/exports/reports': { staff: ['moderator'], statuses: ADMIN_ONLY },
  'GET /api/admin/exports/searches': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/export-schedules': { statuses: ADMIN_ONLY },
  'POST /api/admin/export-schedules': {
    statuses: ADMIN_ONLY,
    // There can be few.
    body: async () => {
      await db.deleteFrom('export_schedules').execute();
      return EXPORT_SCHEDULE;
    },
  },
  'DELETE /api/admin/export-schedules/:id': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/export-schedules/${await makeExportSchedule()}`,
  },
  'GET /api/admin/export-files/:id': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/export-files/${await makeExportFile()}`,
  },
  'GET /api/admin/archives': { statuses: ADMIN_ONLY },
  'POST /api/admin/archives': {
    statuses: ADMIN_ONLY,
    // One is made at a time.
    url: async () => {
      await db.deleteFrom('data_archives').execute();
      return '/api/admin/archives';
    },
  },
  'GET /api/admin/archives/:id/file': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/archives/${await makeArchive()}/file`,
  },
  'DELETE /api/admin/archives/:id': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/archives/${await makeArchive()}`,
  },
  'GET /api/admin/pictures': { staff: ['editor'], statuses: ADMIN_ONLY },
  'PUT /api/admin/pictures/:id': {
    staff: ['editor'],
    statuses: [401, 403, 403, 401, 204],
    url: async () => `/api/admin/pictures/${await makeLibraryPicture()}`,
    body: () => ({ alt: 'A bridge', focusX: 50, focusY: 50 }),
  },
  'DELETE /api/admin/pictures/:id': {
    staff: ['editor'],
    statuses: [401, 403, 403, 401, 204],
    url: async () => `/api/admin/pictures/${await makeLibraryPicture()}`,
  },
  'POST /api/admin/pictures': { staff: ['editor'], statuses: [401, 403, 403, 401, 400] },
  'GET /api/admin/ad-bookings': { statuses: ADMIN_ONLY },
  'POST /api/admin/ad-bookings': { statuses: ADMIN_ONLY, body: () => AD_FORM },
  'PUT /api/admin/ad-bookings/:id': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/ad-bookings/${await makeAdBooking()}`,
    body: () => ({ ...AD_FORM, version: 1 }),
  },
  'POST /api/admin/ad-bookings/:id/end': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/ad-bookings/${await makeAdBooking()}/end`,
    body: () => ({ version: 1 }),
  },
  'GET /api/admin/ad-bookings/:id/frame': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/ad-bookings/${await makeAdBooking()}/frame`,
  },
  'GET /api/admin/ad-bookings/:id/report': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/ad-bookings/${await makeAdBooking()}/report`,
  },
  'GET /api/admin/ad-bookings/:id/report.csv': {
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/ad-bookings/${await makeAdBooking()}/report.csv`,
  },
  'GET /api/admin/sign-up-invitations': { staff: ['support'], statuses: ADMIN_ONLY },
  'POST /api/admin/sign-up-invitations': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    body: () => ({ email: `${randomUUID()}@mail.example` }),
  },
  'DELETE /api/admin/sign-up-invitations/:id': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: async ({ accounts }) =>
      `/api/admin/sign-up-invitations/${await makeSignUpInvitation(accounts.administrator.id)}`,
  },
  'GET /api/admin/announcements': { staff: ['support'], statuses: ADMIN_ONLY },
  'GET /api/admin/announcements/:id': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/announcements/${await makeAnnouncement()}`,
  },
  'GET /api/admin/announcements/:id/recipients': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/announcements/${await makeAnnouncement()}/recipients`,
  },
  'POST /api/admin/announcements/recipients': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    body: () => ({ filter: {}, isNews: true }),
  },
  'POST /api/admin/announcements/preview': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    changedAccountColumns: ['email_confirmed_at'],
    body: async () => ({ ...ANNOUNCEMENT, as: await makeReachable() }),
  },
  'POST /api/admin/announcements/test': {
    staff: ['support'],
    statuses: [401, 403, 403, 401, 204],
    changedAccountColumns: ['email', 'email_key', 'email_confirmed_at'],
    url: async ({ accounts: { administrator } }) => {
      areFixturesUsed = true;
      const address = { email: ADDRESS, email_key: ADDRESS, email_confirmed_at: new Date() };
      await db.updateTable('accounts').set(address).where('id', '=', administrator.id).execute();
      return '/api/admin/announcements/test';
    },
    body: async () => ({ ...ANNOUNCEMENT, as: await makeReachable() }),
  },
  'POST /api/admin/announcements': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    changedAccountColumns: ['email_confirmed_at'],
    body: async () => {
      await makeReachable();
      return { ...ANNOUNCEMENT, key: randomUUID(), recipients: await countReachable() };
    },
  },
  'POST /api/admin/announcements/:id/stop': {
    staff: ['support'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/announcements/${await makeAnnouncement()}/stop`,
  },
  'GET /api/admin/notices': { staff: ['editor'], statuses: ADMIN_ONLY },
  'POST /api/admin/notices': { staff: ['editor'], statuses: ADMIN_ONLY, body: makeNoticeForm },
  'PUT /api/admin/notices/:id': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/notices/${await makeNotice()}`,
    body: () => ({ ...makeNoticeForm(), version: 1 }),
  },
  'POST /api/admin/notices/:id/end': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/notices/${await makeNotice()}/end`,
    body: () => ({ version: 1 }),
  },
  'GET /api/admin/places': { staff: ['editor'], statuses: ADMIN_ONLY },
  'POST /api/admin/places': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    body: async () => {
      await db.deleteFrom('places').where('slug', '=', 'poppy-row').execute();
      return { ...POPPY_ROW, city: 'irvine' };
    },
  },
  'PUT /api/admin/places/:id': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/places/${await makeNeighborhood()}`,
    body: () => ({ ...POPPY_ROW, radiusMiles: 0.7, version: 1 }),
  },
  'POST /api/admin/places/:id/delete': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/places/${await makeNeighborhood()}/delete`,
    body: () => ({ version: 1, reason: 'Nobody calls it so.' }),
  },
  'GET /api/admin/categories': { staff: ['editor'], statuses: ADMIN_ONLY },
  'POST /api/admin/categories': { staff: ['editor'], statuses: ADMIN_ONLY, body: makeCategoryForm },
  'PUT /api/admin/categories/order': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    body: async () => {
      const former = await readTopCategories();
      return { parentId: null, former, ids: former.toReversed(), reason: 'Asked for.' };
    },
  },
  'PUT /api/admin/categories/:id': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/categories/${await makeCategory()}`,
    body: () => ({ ...makeCategoryForm(), version: 1 }),
  },
  'GET /api/admin/categories/:id/merge': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/categories/${await makeCategory()}/merge?into=${await makeCategory()}`,
  },
  'POST /api/admin/categories/:id/merge': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    url: async () => `/api/admin/categories/${await makeCategory()}/merge`,
    body: async () => ({ into: await makeCategory(), version: 1, reason: 'Asked for.' }),
  },
  'GET /api/admin/emails': { staff: ['support', 'editor'], statuses: ADMIN_ONLY },
  'POST /api/admin/emails/:id/send': {
    staff: ['support', 'editor'],
    statuses: [401, 403, 403, 401, 204],
    url: async ({ accounts: { administrator } }) => {
      areFixturesUsed = true;
      const address = { email: ADDRESS, email_key: ADDRESS, email_confirmed_at: new Date() };
      await db.updateTable('accounts').set(address).where('id', '=', administrator.id).execute();
      await db.deleteFrom('limits').execute();
      return '/api/admin/emails/receipt/send';
    },
  },
  'GET /api/admin/texts': { staff: ['editor'], statuses: ADMIN_ONLY },
  'POST /api/admin/texts': {
    staff: ['editor'],
    statuses: ADMIN_ONLY,
    body: () => ({ slug: `post-${randomUUID()}`, title: 'A post' }),
  },
  'GET /api/admin/texts/:key': { staff: ['editor'], statuses: ADMIN_ONLY, url: () => '/api/admin/texts/contact-faq' },
  'GET /api/admin/texts/:key/versions/:number': textAction('edited', 'versions/1'),
  'POST /api/admin/texts/:key/preview': { ...textAction('release', 'preview'), body: () => ANY_POST },
  'PUT /api/admin/texts/:key/draft': { ...textAction('release', 'draft'), body: () => ({ ...ANY_POST, version: 0 }) },
  'POST /api/admin/texts/:key/publish': {
    ...textAction('release', 'publish'),
    body: () => ({ ...ANY_POST, version: 0, publishAt: null }),
  },
  'POST /api/admin/texts/:key/discard': textAction('draft', 'discard'),
  'POST /api/admin/texts/:key/cancel': textAction('scheduled', 'cancel'),
  'POST /api/admin/texts/:key/reset': textAction('edited', 'reset'),
  'POST /api/admin/texts/:key/remove': textAction('edited', 'remove'),
  'POST /api/admin/texts/:key/keep': textAction('edited', 'keep'),
  'POST /api/admin/texts/:key/delete': textAction('unpublished', 'delete'),
  'GET /api/admin/settings': { statuses: ADMIN_ONLY },
  'PUT /api/admin/settings/:key': {
    statuses: ADMIN_ONLY,
    url: () => '/api/admin/settings/savedSearches',
    // Each request changes the value that the one before it has left.
    body: async () => {
      const row = await db.selectFrom('operator_settings').select('version').executeTakeFirst();
      return { value: 20, version: row?.version ?? 0 };
    },
  },
  'GET /api/admin/today': { staff: ALL_STAFF, statuses: ADMIN_ONLY },
  'GET /api/admin/failed-mails': { statuses: ADMIN_ONLY },
  'POST /api/admin/failed-mails/send-again': { statuses: ADMIN_ONLY, body: () => ({ ids: [crypto.randomUUID()] }) },
  'POST /api/admin/failed-mails/discard': { statuses: ADMIN_ONLY, body: () => ({ ids: [crypto.randomUUID()] }) },
  'GET /api/admin/failed-jobs': { statuses: ADMIN_ONLY },
  'POST /api/admin/failed-jobs/run-again': { statuses: ADMIN_ONLY, body: () => ({ ids: [crypto.randomUUID()] }) },
  'POST /api/admin/ads/:id/show': {
    staff: ['moderator'],
    statuses: ADMIN_ONLY,
    url: ({ hiddenId }) => `/api/admin/ads/${hiddenId}/show`,
  },
};

let fixtures: Fixtures;
let restoreRows: () => Promise<unknown>;
let fixtureKeys: string[];
// What GET requests and refused requests have left is as it was: the next row uses it again.
let areFixturesUsed = false;
beforeAll(async () => {
  fixtures = await createFixtures();
  restoreRows = await saveRows(db, FIXTURE_TABLES);
  const { listingId, hiddenId, unclaimedId } = fixtures;
  const keys = await Promise.all([listingId, hiddenId, unclaimedId].map((id) => getListingKeys(db, id)));
  // The sitemap of places stays without the listings, which come and go.
  fixtureKeys = keys.flat().filter((key) => key !== COUNTS_KEY);
});
const deleteLimits = () => db.deleteFrom('limits').execute();

/** Restores what requests have changed, because they end sessions, delete accounts and suspend them. */
async function renewFixtures() {
  if (!areFixturesUsed) return;
  areFixturesUsed = false;
  await deleteLimits();
  await restoreRows();
  // Some requests are refused ten minutes after a visitor showed who it is.
  await db.updateTable('sessions').set({ verified_at: new Date() }).execute();
  await api.invalidate(fixtureKeys);
  fixtures = { ...fixtures, visitors: createVisitors(fixtures.tokens) };
}

it('the table has one row for every route', () => {
  const routes = listRoutes(api.http);
  const heads = Object.keys(ROUTE_CASES).flatMap((row) => (row.startsWith('GET ') ? [row.replace('GET', 'HEAD')] : []));
  expect(routes.toSorted()).toEqual([...Object.keys(ROUTE_CASES), ...heads].toSorted());
});

describe('The routes of /api/admin', () => {
  const adminRoutes = Object.entries(ROUTE_CASES).filter(([route]) => route.includes(' /api/admin/'));
  const maySend = (role: (typeof STAFF_ROLES)[number], { staff = [] }: RouteCase) =>
    role === 'administrator' || staff.includes(role);

  it('answer each role of the staff with what the table says, before anything else is examined', async () => {
    areFixturesUsed = true;
    const answers: Record<string, string[]> = Object.fromEntries(adminRoutes.map(([route]) => [route, []]));
    for (const role of STAFF_ROLES) {
      const visitor = await api.signedInVisitor((await makeStaff(db, role)).id);
      for (const [route] of adminRoutes) {
        const [method, path = ''] = route.split(' ');
        // Nothing has this number and nothing is sent, so that what is allowed changes nothing either.
        const { status } = await visitor.send(method as Method, path.replace(/:\w+/g, '0'));
        if (status !== 403) answers[route]?.push(role);
      }
    }
    const expected = adminRoutes.map(([route, row]) => [route, STAFF_ROLES.filter((role) => maySend(role, row))]);
    expect(answers).toEqual(Object.fromEntries(expected));
  });

  it('are listed with the roles that may use them in docs/roles.md', async () => {
    const byRoles = Map.groupBy(adminRoutes, ([, row]) => STAFF_ROLES.filter((role) => maySend(role, row)).join(', '));
    const lists = [...byRoles].map(([roles, routes]) => {
      const byPath = Map.groupBy(routes, ([route]) => route.split(' ')[1]);
      const lines = [...byPath].map(
        ([path, all]) => `\`${all.map(([route]) => route.split(' ')[0]).join(' ')} ${path}\``,
      );
      return `**${roles}**:\n${lines.join(',\n')}\n`;
    });
    await expect(`${ROLES_PAGE}\n\n${lists.join('\n')}`).toMatchFileSnapshot('../docs/roles.md');
  });
});

const ROLES_PAGE = `# Roles and routes

What the roles are for is in [product.md](product.md), Staff. \`tests/authorization.test.ts\` sends each request as each role, and writes this page:
\`vitest run tests/authorization.test.ts --update\`.

## Four eyes

Every decision of the staff about accounts, businesses and money (\`contract/admin/decisions.ts\`) asks \`authorizeDecision\` (\`server/staff/decisions.ts\`): only what it returns can
be recorded in the audit log. \`server/admin/four-eyes.test.ts\` has each decision and each undoing.

- **Nobody decides on their own case**: as the account that is decided on, claimant, reporter, author, customer, payer, who suggested an edit, owner or helper, or on an appeal or objection
  against their own decision. Owners on the staff change their listings in their account.
- **No role undoes what a higher one decided.** The administrator's is higher than all others, which are equal. Undoing is: showing what was hidden, declined or deleted, hiding or deleting
  what was shown again (unless it was edited or reported since), restoring a version or a field from before a correction, an objection to one, an appeal, splitting or merging listings after
  the contrary, approving a claim of the account whose last claim was declined or taken back, activating an account, a refund that was declined, taking a credit back, changing or ending a
  coupon, and undoing a bulk action. The role that counts is the audit log's, else the account's; what the log no longer holds was nobody's.
- **Account 1 alone** may decide on its own case while nobody else on the staff could; the audit log says 'own case'. It never refunds its own payments or gives itself credits: who runs a site
  alone refunds at Stripe.
- Who can make coupons cannot use one.

## Routes`;

/** Each has the handler of its GET, which Fastify adds it to. */
const HEAD_ROUTES = new Set(
  selectEveryNth(
    3,
    Object.keys(ROUTE_CASES).filter((route) => route.startsWith('GET ')),
  ),
);

/** The requests of the table that were answered, by the operation of the API's document. */
const sentExamples = new Map<string, RequestExample>();

// Last, because each row adds its own.
afterAll(async () => {
  const { paths } = (await api.get('/api/openapi.json')).body;
  const isDocumented = (operation: string) => {
    const [method = '', path = ''] = operation.split(' ');
    return paths[path]?.[method.toLowerCase()] !== undefined;
  };
  const sent = Object.fromEntries([...sentExamples].filter(([operation]) => isDocumented(operation)));
  const stated = updateExamples(sent);
  expect(toStable(stated), 'UPDATE_EXAMPLES=1 writes them').toEqual(toStable(sent));
});

describe.each(Object.entries(ROUTE_CASES))('%s', (route, row) => {
  const [method = '', path = ''] = route.split(' ');
  // What the last request was about, as long as the next one can be about it too.
  let subject: { of: Fixtures; url: string; body?: object } | undefined;
  const call = async (role: Role, extra: object = {}, as = method) => {
    if (subject?.of !== fixtures) subject = undefined;
    const body = subject ? subject.body : await row.body?.(fixtures);
    const url = subject?.url ?? (await row.url?.(fixtures)) ?? path;
    const response = await fixtures.visitors[role].send(as as Method, url, body && { ...body, ...extra });
    if (role === allowed && as === method && response.status < 400 && Object.keys(extra).length === 0)
      sentExamples.set(toOperation(route), toExample(path, url, body));
    const isUsed = method !== 'GET' && response.status < 400;
    areFixturesUsed ||= isUsed;
    subject = isUsed ? undefined : { of: fixtures, url, body };
    return response;
  };
  beforeAll(deleteLimits);
  // A request that succeeds may take away what the next one needs.
  beforeEach(renewFixtures);
  const isPrivate = row.statuses.includes(401);
  const allowed = ROLES[row.statuses.findIndex((status) => status < 300)] ?? 'anonymous';

  it.each(ROLES.map((role, i) => [role, row.statuses[i] ?? 0] as const))(
    'answers %s with %i',
    async (role, expected) => {
      const { status, headers, body } = await call(role);
      expect(status, JSON.stringify(body)).toBe(expected);
      expect(withSitePolicy(path, headers)).toMatchObject(SECURITY_HEADERS);
      // A text without a declared encoding could be read in one in which it is markup.
      if (body !== '' && status !== 304)
        expect(headers['content-type']).toMatch(/; charset=utf-8\b|^(image\/png|application\/(?:pdf|zip))$/i);
      if (status >= 400) expect(Object.keys(body).filter((key) => key !== 'code')).toEqual(['message']);
      if (!isPrivate) return;
      expect(headers['cache-control']).toBe('private, no-store');
      // A cached response would be sent to everyone.
      if (method === 'GET' && role === allowed) expect((await call('anonymous')).status).toBe(401);
    },
  );

  if (HEAD_ROUTES.has(route)) {
    it('responds to HEAD with the same status and without a body', async () => {
      for (const role of isLongRun ? ROLES : new Set<Role>(['anonymous', allowed])) {
        const { status, headers, body } = await call(role, {}, 'HEAD');
        expect([role, status, body]).toEqual([role, row.statuses[ROLES.indexOf(role)], '']);
        if (isPrivate) expect(headers['cache-control']).toBe('private, no-store');
      }
    });
  }

  if (row.body) {
    it('ignores or refuses fields that the body may not contain', async () => {
      // What is made for this request alone may change as it says.
      subject = undefined;
      const before = await accountsById();
      const listings = await listingsById();
      const extra = Object.entries(forbiddenFields(fixtures)).filter(([name]) => !row.acceptedFields?.includes(name));
      const { status } = await call(allowed, Object.fromEntries(extra));
      expect(status).toBe(row.rejectsUnknownFields ? 400 : row.statuses[ROLES.indexOf(allowed)]);
      const after = await accountsById();
      for (const [id, account] of after) {
        const was = before.get(id);
        if (was) expect(account).toEqual({ ...was, ...pick(account, row.changedAccountColumns ?? []) });
        else {
          const expected = { ...NEW_ACCOUNT, ...pick(account, row.changedAccountColumns ?? []) };
          expect(account).toMatchObject({ id: Math.max(...after.keys()), ...expected });
        }
      }
      if (row.changedAccountColumns?.includes('suspended_by'))
        expect(after.get(fixtures.accounts.owner.id)?.suspended_by).toBe(1);
      for (const [id, listing] of await listingsById()) {
        const expected = listings.get(id) ?? { ...listing, level: 'free' };
        expect(listing).toEqual({ ...expected, ...pick(listing, row.changedListingColumns ?? []) });
        expect(listing.owner_id).not.toBe(fixtures.accounts.other.id);
      }
    });
  }
});

const SECURITY_HEADERS = securityHeaders({ ORIGIN: 'http://localhost:3000' });

/** Swagger UI uses inline styles, and frames of ads are isolated; otherwise the policy is that of the site. */
function withSitePolicy(path: string, headers: Record<string, unknown>) {
  const policy = String(headers['content-security-policy']);
  const isFrame = /\/ad-frames\/|\/frame$/.test(path) && policy === FRAME_POLICY;
  const shared = isFrame
    ? SECURITY_HEADERS['content-security-policy']
    : policy.replace(path.startsWith('/api/docs') ? "style-src 'self' 'unsafe-inline'" : /$^/, "style-src 'self'");
  return { ...headers, 'content-security-policy': shared };
}

const NEW_ACCOUNT = { is_active: true, suspended_at: null, email_confirmed_at: null, pending_email: null };

/** Fields that no request may set, in every spelling. */
const forbiddenFields = ({ accounts, listingId }: Fixtures) => ({
  id: 1,
  accountId: accounts.other.id,
  account_id: accounts.other.id,
  userId: accounts.other.id,
  isAdmin: true,
  is_admin: true,
  role: 'administrator',
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

/** The tables of the fixtures, in the order of their references. What is left of files is deleted too, because the same ones are left again. */
const FIXTURE_TABLES = [
  ...(['stale_files', 'accounts', 'listings', 'sessions', 'photos', 'claims', 'claim_links'] as const),
  ...(['reports', 'suggested_edits', 'contact_messages'] as const),
];

/** Visitors with their sessions, each from an address of which no limit knows anything. */
function createVisitors(tokens: Fixtures['tokens']): Fixtures['visitors'] {
  const signedIn = (token: string) => {
    const visitor = api.visitor();
    visitor.cookies.set('session', token);
    return visitor;
  };
  return {
    anonymous: api.visitor(),
    owner: signedIn(tokens.owner),
    other: signedIn(tokens.other),
    suspended: signedIn(tokens.suspended),
    administrator: signedIn(tokens.administrator),
  };
}

async function createFixtures(): Promise<Fixtures> {
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
  // A suspension ends all sessions; a remaining session must not be valid either.
  const tokens = {
    owner: (await makeSession(db, accounts.owner.id)).token,
    other: (await makeSession(db, accounts.other.id)).token,
    suspended: (await makeSession(db, accounts.suspended.id)).token,
    administrator: (await makeSession(db, accounts.administrator.id)).token,
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
  const { id: suggestedEditId } = await db
    .insertInto('suggested_edits')
    .values({ listing_id: listingId, kind: 'phone', value: '(949) 555-0199' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: messageId } = await makeMessage(db, { account_id: accounts.owner.id });
  const { id: spamId } = await makeMessage(db, { status: 'spam', spam_at: new Date() });
  return {
    accounts,
    tokens,
    visitors: createVisitors(tokens),
    sessionId,
    listingId,
    unclaimedId,
    claim,
    hiddenId,
    reportId,
    suggestedEditId,
    messageId,
    spamId,
    photoId,
  };
}

const createToken = ({ accounts: { owner } }: Fixtures, kind: 'reset-password' | 'confirm-email' | 'sign-in') =>
  db.transaction().execute((trx) => createEmailToken(trx, { accountId: owner.id, kind, email: owner.email ?? '' }));

/** The token of the link to a conversation. */
async function createLinkToken(listing_id: number): Promise<string | null> {
  const { id, customer_email: to } = await makeConversation(db, { listing_id });
  return createConversationToken(db, 'page', id, { to: to ?? '' });
}

/** The token in the unsubscribe link of recurring emails. */
async function createMailingToken({ id }: Account, kind: MailingKind = 'weekly-summary'): Promise<string | null> {
  const mailing = { kind, day: '2026-03-08', accountIds: [id] };
  const sent = await db.transaction().execute((trx) => markMailingsSent(trx, mailing));
  return createUnsubscribeToken(db, sent.get(id) as number);
}

/** An open payment of the owner, with its intent. */
async function createOpenPayment({ visitors: { owner } }: Fixtures) {
  const intent = await createPaymentIntent(owner, { plan: 'annual' });
  return { ...intent, id: await findPaymentId(owner, intent.intentId) };
}

const makeCouponForm = () => ({
  code: `SALE-${randomUUID().slice(0, 8)}`,
  percentOff: 33,
  amountOffCents: null,
  plans: ['annual'],
  firstDay: '2026-01-01',
  lastDay: '2090-12-31',
  maxUses: 7,
  reason: 'Sale',
});

/** An unused credit of the owner that the staff gave. */
async function createGiftCredit({ accounts: { owner } }: Fixtures): Promise<number> {
  areFixturesUsed = true;
  const { id } = await db
    .insertInto('payments')
    .values({
      ...{ mode: 'simulated', account_id: owner.id, username: owner.username, plan: 'monthly', level: 'premium' },
      ...{ months: 1, amount_cents: 0, is_gift: true, status: 'paid', paid_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('gift_credits').values({ payment_id: id, reason: 'The outage' }).execute();
  return id;
}

/** A sales tax that holds later. */
async function createComingTax(): Promise<number> {
  const holds_from = new Date(Date.now() + 86_400_000 + Math.floor(Math.random() * 1e9));
  const tax = { name: 'Sales tax', rate: 7750, reason: 'Required', holds_from };
  return (await db.insertInto('tax_rates').values(tax).returning('id').executeTakeFirstOrThrow()).id;
}

/** The path of a credit note of the owner: '7/credit-notes/CN-2026-000001'. */
async function createCreditNote(people: Fixtures): Promise<string> {
  const { id } = await createPaidPayment(people);
  const { administrator, owner } = people.visitors;
  await administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'It brought nobody' });
  const { body } = await owner.get(`/api/user/payments/${id}`);
  return `${id}/credit-notes/${body.refunds[0].creditNote}`;
}

/** A price of a plan that holds later. */
async function createComingPrice(): Promise<number> {
  const price = {
    plan: 'annual' as const,
    months: 12,
    reason: 'Costs rise',
    holds_from: new Date(Date.now() + 86_400_000),
  };
  return (await db.insertInto('plan_prices').values(price).returning('id').executeTakeFirstOrThrow()).id;
}

/** A completed payment of the owner without a listing. */
async function createPaidPayment({ visitors: { owner } }: Fixtures) {
  const intent = await createPaymentIntent(owner, { plan: 'monthly' });
  await confirmPaymentIntent(owner, intent);
  await returnFromPayment(owner, intent.intentId);
  return newestPayment(owner);
}

async function makeImport() {
  const { id } = await db
    .insertInto('imports')
    .values({ file: 'a.csv', fingerprint: Buffer.alloc(32), state: 'finished' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeUpload(state: 'uploading' | 'ready' | 'importing') {
  const { id } = await db
    .insertInto('import_uploads')
    .values({ file: 'a.csv', key: randomUUID().replaceAll('-', ''), size: 9, state })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeMatch(verdict?: 'different') {
  const [first, second] = [
    await makeListing(db, { origin: 'open-data' }),
    await makeListing(db, { origin: 'open-data' }),
  ];
  const decision = verdict && { verdict, decided_at: new Date() };
  const { id } = await db
    .insertInto('doubtful_pairs')
    .values({ listing_id: first.id, other_id: second.id, score: 5, ...decision })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A member of the staff, by number. */
async function makeMember(): Promise<number> {
  areFixturesUsed = true;
  return (await makeStaff(db, 'support', { email_confirmed_at: null })).id;
}

async function makeInvitation(): Promise<number> {
  return (await inviteAnew('new@mail.example')).id;
}

const createInvitationToken = async (email: string): Promise<string> => (await inviteAnew(email)).token;

async function inviteAnew(email: string) {
  areFixturesUsed = true;
  await db.deleteFrom('staff_invitations').execute();
  return makeStaffInvitation(db, email);
}

/** An invitation by the owner. */
async function inviteHelper({ accounts: { owner } }: Fixtures): Promise<number> {
  await confirmEmail(owner);
  await db.deleteFrom('listing_invitations').execute();
  return (await makeListingInvitation(db, { recipient: 'helper@mail.example', invited_by: owner.id })).id;
}

/** The token of an invitation of the owner by the other account. */
async function createHelperToken({ accounts: { owner, other } }: Fixtures) {
  areFixturesUsed = true;
  await db.deleteFrom('listing_invitations').execute();
  const { token } = await makeListingInvitation(db, { recipient: owner.email ?? '', invited_by: other.id });
  return { token };
}

async function makeMembership(member: Parameters<typeof makeListingMember>[1]): Promise<number> {
  areFixturesUsed = true;
  await db.deleteFrom('listing_members').execute();
  return (await makeListingMember(db, member)).id;
}

/** The listing without an owner, which is offered to somebody. */
async function makeOffered({ unclaimedId }: Fixtures): Promise<number> {
  areFixturesUsed = true;
  await db.deleteFrom('listing_invitations').execute();
  const offer = { role: 'owner', owner_id: null, listing_id: unclaimedId, reason: 'They called us' } as const;
  await makeListingInvitation(db, { recipient: 'new@mail.example', invited_by: 1, ...offer });
  return unclaimedId;
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

/** A change of a listing by the staff, its first version. */
async function makeStaffVersion(listingId: number) {
  areFixturesUsed = true;
  await db.deleteFrom('listing_versions').where('listing_id', '=', listingId).execute();
  await db.transaction().execute(async (trx) => {
    await describeChange(trx, { kind: 'edit', accountId: 1, role: 'administrator', reason: 'Wrong' });
    await trx
      .updateTable('listings')
      .set({ phone: `(949) 555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}` })
      .where('id', '=', listingId)
      .execute();
  });
}

/** An objection to it, which waits. */
async function makeObjection({ listingId, accounts }: Fixtures): Promise<number> {
  await makeStaffVersion(listingId);
  await db.deleteFrom('listing_objections').execute();
  const { id } = await db
    .insertInto('listing_objections')
    .values({ listing_id: listingId, number: 1, account_id: accounts.owner.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
