import { randomBytes, randomUUID } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Role } from '#contract/admin/roles.ts';
import { toUsernameSkeleton } from '#server/accounts/names/username-skeletons.ts';
import type {
  Accounts,
  ContactMessages,
  DB,
  Listings,
  Photos,
  SavedSearches,
  Sessions,
  StaffInvitations,
} from '#server/platform/db/schema.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';

/** 'correct horse battery' as argon2id with the least cost, because checking passwords would slow tests down. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$i5K/RudQGQUfPrHiyAEH9A$IJH4Nw9xY/FpFTZbhChpjpQI43y6OSdEmiZimWunQV4';

const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000;

/** Makes an account; its password is 'correct horse battery'. */
export async function makeAccount(
  db: Kysely<DB>,
  overrides: Partial<Insertable<Accounts>> = {},
): Promise<Selectable<Accounts>> {
  const username = overrides.username ?? `owner-${randomUUID().slice(0, 12)}`;
  const email = overrides.email === undefined ? `${username}@mail.example` : overrides.email;
  return db
    .insertInto('accounts')
    .values({
      username,
      username_key: username.normalize('NFKC').toLowerCase(),
      email,
      email_key: email?.normalize('NFKC').toLowerCase() ?? null,
      mailbox: email ? toMailbox(email) : null,
      username_skeleton: toUsernameSkeleton(username),
      business_name: 'Golden Hour Plumbing',
      password_hash: PASSWORD_HASH,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes an account with a role, other than account 1. */
export async function makeStaff(
  db: Kysely<DB>,
  role: Role,
  overrides: Partial<Insertable<Accounts>> = {},
): Promise<Selectable<Accounts>> {
  const account = await makeAccount(db, { email_confirmed_at: new Date(), ...overrides });
  await db.insertInto('staff').values({ account_id: account.id, role }).execute();
  return account;
}

/** Invites somebody to the staff, by default as a moderator by account 1; returns the id of the invitation and the token of its link. */
export async function makeStaffInvitation(
  db: Kysely<DB>,
  email: string,
  overrides: Partial<Insertable<StaffInvitations>> = {},
): Promise<{ id: number; token: string }> {
  const token = createToken();
  const { id } = await db
    .insertInto('staff_invitations')
    .values({
      email,
      email_key: email.toLowerCase(),
      role: 'moderator',
      reason: 'Helps with reports',
      invited_by: 1,
      expires_at: new Date(Date.now() + 7 * 24 * 60 * 60_000),
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('staff_invitation_links')
    .values({ token_hash: hashToken(token), invitation_id: id })
    .execute();
  return { id, token };
}

/** Creates a session of an account, by default with a second factor; returns its id and the token of its cookie. */
export async function makeSession(
  db: Kysely<DB>,
  accountId: number,
  overrides: Partial<Insertable<Sessions>> = {},
): Promise<{ id: number; token: string }> {
  const token = createToken();
  const verified = { verified_at: new Date(), verified_by: 'totp' } as const;
  const { id } = await db
    .insertInto('sessions')
    .values({ account_id: accountId, token_hash: hashToken(token), ...verified, ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** A listing's columns; `category` and `place` take slugs instead of ids. */
export type ListingOverrides = Partial<Insertable<Listings>> & { category?: string; place?: string };

/**
 * Makes a listing: by default a plumber in Irvine whose owner is a new account, free and without end. Its place,
 * county, location and categories follow from `zip` (or `place`, whose first ZIP code is taken) and `category`. Needs
 * the gazetteer.
 */
export async function makeListing(
  db: Kysely<DB>,
  { category = 'plumbers', place, ...columns }: ListingOverrides = {},
): Promise<Selectable<Listings>> {
  const classification = await db
    .selectFrom('zip_codes')
    .innerJoin('places', 'places.id', 'zip_codes.place_id')
    .where((where) => (place ? where('places.slug', '=', place) : where('zip', '=', columns.zip ?? '92614')))
    .select(['zip', 'place_id', 'places.name as city', 'zip_codes.county_id', 'zip_codes.location_id'])
    .orderBy('zip')
    .executeTakeFirstOrThrow();
  const { id: category_id, parent_id } = await db
    .selectFrom('categories')
    .where('slug', '=', category)
    .select(['id', 'parent_id'])
    .executeTakeFirstOrThrow();
  const origin = columns.origin ?? 'account';
  const isPaid = (columns.level ?? 'free') !== 'free';
  return db
    .insertInto('listings')
    .values({
      ...classification,
      point_source: columns.lat == null ? null : 'import',
      title: 'Golden Hour Plumbing',
      description: 'Leaks, drains and water heaters, seen to the same day.',
      business_name: columns.title ?? 'Golden Hour Plumbing',
      address: '100 Main St',
      phone: '(949) 555-0100',
      category_id,
      top_category_id: parent_id ?? category_id,
      origin,
      ...(origin === 'sample' && { status: 'sample' }),
      owner_id: origin === 'account' && columns.owner_id === undefined ? (await makeAccount(db)).id : null,
      paid_until: isPaid ? new Date(Date.now() + THIRTY_DAYS_MS) : null,
      ...(columns.status === 'waiting' && { waiting_from: 'draft', waiting_since: new Date() }),
      ...(columns.status === 'hidden' && { hidden_from: 'active', hidden_reason: 'Spam', hidden_at: new Date() }),
      ...(columns.status === 'deleted' && { deleted_from: 'active', deleted_at: new Date() }),
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the row of a picture without its files; by default it belongs to no listing. */
export async function makePhoto(
  db: Kysely<DB>,
  owner_id: number,
  overrides: Partial<Insertable<Photos>> = {},
): Promise<Selectable<Photos>> {
  const name = randomBytes(16).toString('hex');
  return db
    .insertInto('photos')
    .values({ name, owner_id, width: 640, height: 480, widths: [160, 320, 640], bytes: 50_000, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a message of the contact form: by default a new one, from a unique email address. */
export async function makeMessage(
  db: Kysely<DB>,
  overrides: Partial<Insertable<ContactMessages>> = {},
): Promise<Selectable<ContactMessages>> {
  return db
    .insertInto('contact_messages')
    .values({
      name: 'Ana Lima',
      email: `ana-${randomUUID().slice(0, 12)}@mail.example`,
      inquiry_type: 'general',
      subject: 'A question',
      message: 'How do I begin with a listing?',
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a saved search of an account: by default for plumbers, with daily emails. Returns its id and its unsubscribe token. */
export async function makeSavedSearch(
  db: Kysely<DB>,
  columns: Partial<Insertable<SavedSearches>> & { account_id: number },
): Promise<{ id: number; token: string }> {
  const { id } = await db
    .insertInto('saved_searches')
    .values({ name: 'Plumbers', search: 'category=plumbers', often: 'daily', ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mailing = await db
    .insertInto('mailings')
    .values({ account_id: columns.account_id, kind: 'saved-search', saved_search_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = createToken();
  const token_hash = hashToken(token);
  await db.insertInto('unsubscribe_links').values({ token_hash, mailing_id: mailing.id }).execute();
  return { id, token };
}
