// Longer than other files because it is one list: the factory of each kind of row for tests, samples and the benchmark.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type {
  Accounts,
  Claims,
  ContactMessages,
  DB,
  ListingDays,
  Listings,
  Photos,
  SavedSearches,
} from '../db/schema.ts';

// 'correct horse battery' as argon2id with m = 19 MiB, t = 2, p = 1. Precomputed, because hashing would dominate the tests.
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$oIovvwSx86/Y19dE4Ibfaw$bd3PI2dsP2YoJ4Op6apSwEmrW8yp18oE+GobURSz2Ws';

const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000;
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
      business_name: 'Golden Hour Plumbing',
      password_hash: PASSWORD_HASH,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a session of an account; returns its id and the token of its cookie. */
export async function makeSession(db: Kysely<DB>, accountId: number): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const { id } = await db
    .insertInto('sessions')
    .values({ account_id: accountId, token_hash: createHash('sha256').update(token).digest() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** A listing's columns; `category` and `place` take slugs instead of ids. */
export type ListingOverrides = Partial<Insertable<Listings>> & { category?: string; place?: string };

/**
 * Makes a listing: by default a plumber in Irvine whose owner is a new account, free and without end. Its place,
 * county, location, point and categories follow from `zip` (or `place`, whose first ZIP code is taken) and `category`. Needs
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
    .select(['zip_codes.lat', 'zip_codes.lng'])
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
      title: 'Golden Hour Plumbing',
      description: 'Leaks, drains and water heaters, seen to the same day.',
      business_name: columns.title ?? 'Golden Hour Plumbing',
      address: '100 Main St',
      phone: '(949) 555-0100',
      category_id,
      top_category_id: parent_id ?? category_id,
      origin,
      owner_id: origin === 'account' && columns.owner_id === undefined ? (await makeAccount(db)).id : null,
      paid_until: isPaid ? new Date(Date.now() + THIRTY_DAYS_MS) : null,
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

/**
 * Makes a claim of a listing; returns its id and the token of its link. By default its status is `mailed`, and the link was
 * sent just now.
 */
export async function makeClaim(
  db: Kysely<DB>,
  claim: Pick<Insertable<Claims>, 'account_id' | 'listing_id'> & Partial<Insertable<Claims>>,
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const proof = {
    email: 'owner@golden-hour.example',
    token_hash: createHash('sha256').update(token).digest(),
    token_expires_at: new Date(Date.now() + THREE_DAYS_MS),
  };
  const status = claim.status ?? 'mailed';
  const { id } = await db
    .insertInto('claims')
    .values({ status, ...(status === 'mailed' && proof), ...claim })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
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
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('mailings')
    .values({ account_id: columns.account_id, kind: 'saved-search', saved_search_id: id, token })
    .execute();
  return { id, token };
}

/** The metrics of a day; views also by hour, device and origin. */
export type DailyMetricsOverrides = Partial<Omit<Insertable<ListingDays>, 'listing_id' | 'day'>> &
  Partial<Record<'hour' | 'device' | 'origin', Record<string, number>>>;

/** Makes the metrics of a listing on a day (`2026-03-08`), as the aggregation of events would. */
export async function makeDailyMetrics(
  db: Kysely<DB>,
  listing_id: number,
  day: string,
  { hour = {}, device = {}, origin = {}, ...columns }: DailyMetricsOverrides,
): Promise<void> {
  await db
    .insertInto('listing_days')
    .values({ listing_id, day, ...columns })
    .execute();
  const parts = Object.entries({ hour, device, origin }).flatMap(([part, names]) =>
    Object.entries(names).map(([name, views]) => ({ listing_id, day, part: part as 'hour', name, views })),
  );
  if (parts.length > 0) await db.insertInto('listing_view_parts').values(parts).execute();
}

const CHUNK = 1000;

/**
 * Makes many listings with the distribution of a large directory: more in populous places, most of them in a few categories,
 * 5 % paid, created over the past year, without owners. Deterministic for a `count`. Needs the gazetteer.
 */
export async function makeListings(db: Kysely<DB>, count: number): Promise<void> {
  for (let first = 1; first <= count; first += CHUNK) {
    const last = Math.min(count, first + CHUNK - 1);
    await sql`
      with zips as (
        select array_agg(z.zip order by z.zip, copy) as all_zips
        from zip_codes z
        join places p on p.id = z.place_id
        cross join generate_series(0, (sqrt(coalesce(p.population, 1000)) / 50)::int) as copy
      ), kinds as (
        select array_agg(c.id order by c.position, copy) as all_kinds
        from categories c
        cross join generate_series(0, case when c.position % 9 = 2 then 12 else 0 end) as copy
        where c.parent_id is not null
      ), drawn as (
        select i,
          all_zips[1 + (hashint4(i)::bigint + 2147483648) % cardinality(all_zips)] as zip,
          all_kinds[1 + (hashint4(i + 1000000007)::bigint + 2147483648) % cardinality(all_kinds)] as category_id
        from generate_series(${first}::int, ${last}::int) as i, zips, kinds
      )
      insert into listings (title, description, business_name, address, city, zip, phone, place_id, county_id,
        location_id, category_id, top_category_id, lat, lng, origin, level, paid_until, created_at, updated_at)
      select made.name, made.name || ' serves ' || p.name || ' and around. ' || ${DESCRIPTION}, made.name,
        1 + i % 9999 || ' Main St', p.name, z.zip, '(310) 555-01' || lpad((i % 100)::text, 2, '0'), p.id, z.county_id,
        z.location_id, c.id, coalesce(c.parent_id, c.id), z.lat, z.lng, 'import',
        case when i % 20 = 0 then 'premium' else 'free' end,
        case when i % 20 = 0 then now() + interval '1 year' end,
        moment, moment
      from drawn
      join zip_codes z using (zip)
      join places p on p.id = z.place_id
      join categories c on c.id = drawn.category_id
      cross join lateral (select
        (${NAME_PREFIXES}::text[])[1 + i % ${NAME_PREFIXES.length}] || ' ' || p.name || ' ' || c.name || ' ' || i as name,
        now() - (${count}::int - i) * (interval '365 days' / ${count}::int) as moment) as made
      order by i`.execute(db);
  }
  await sql`analyze listings`.execute(db);
}

/**
 * Makes many accounts: usernames of two words and a number, 5 % suspended at times over the past year. Deterministic for a
 * `count`. Their password is that of `makeAccount`.
 */
export async function makeAccounts(db: Kysely<DB>, count: number): Promise<void> {
  await sql`
    insert into accounts (username, username_key, email, email_key, business_name, password_hash, created_at,
      is_active, suspended_at, suspension_reason)
    select name, lower(name), lower(name) || '@mail.example', lower(name) || '@mail.example', name, ${PASSWORD_HASH},
      now() - interval '1 year', i % 20 > 0,
      case when i % 20 = 0 then now() - (hashint4(i)::bigint + 2147483648) * interval '7 milliseconds' end,
      case when i % 20 = 0 then 'Posts the same thing again and again' end
    from generate_series(1, ${count}::int) as i
    cross join lateral (select
      (${NAME_PREFIXES}::text[])[1 + i % ${NAME_PREFIXES.length}] || '-'
        || (${TRADES}::text[])[1 + (hashint4(i)::bigint + 2147483648) % ${TRADES.length}] || '-' || i as name) as made`.execute(
    db,
  );
  await sql`vacuum analyze accounts`.execute(db);
}

const TRADES = ['Bakery', 'Plumbing', 'Florist', 'Auto', 'Yoga', 'Dental', 'Tacos', 'Roofing', 'Surf', 'Tutoring'];
const NAME_PREFIXES = ['Golden', 'Pacific', 'Sunset', 'Poppy', 'Harbor', 'Canyon', 'Mesa', 'Sierra', 'Palm', 'Lagoon'];
const DESCRIPTION =
  'Open six days a week, with parking behind the building. Ask about our prices before you come, or write to us.';
