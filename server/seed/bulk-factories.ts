import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { PASSWORD_HASH } from './factories.ts';

const CHUNK = 1000;

/**
 * Makes many listings with the distribution of a large directory: more in populous places, most of them in a few categories, up
 * to a mile and a half from the middle of their ZIP code, 5 % paid, created over the past year, without owners. Deterministic for
 * a `count`. Needs the gazetteer.
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
        location_id, category_id, top_category_id, lat, lng, point_source, origin, level, paid_until, created_at, updated_at)
      select made.name, made.name || ' serves ' || p.name || ' and around. ' || ${DESCRIPTION}, made.name,
        1 + i % 9999 || ' Main St', p.name, z.zip, '(310) 555-01' || lpad((i % 100)::text, 2, '0'), p.id, z.county_id,
        z.location_id, c.id, coalesce(c.parent_id, c.id), z.lat + spread[1], z.lng + spread[0], 'import',
        'import',
        case when i % 20 = 0 then 'premium' else 'free' end,
        case when i % 20 = 0 then now() + interval '1 year' end,
        moment, moment
      from drawn
      join zip_codes z using (zip)
      join places p on p.id = z.place_id
      join categories c on c.id = drawn.category_id
      cross join lateral (select
        (${NAME_PREFIXES}::text[])[1 + i % ${NAME_PREFIXES.length}] || ' ' || p.name || ' ' || c.name || ' ' || i as name,
        now() - (${count}::int - i) * (interval '365 days' / ${count}::int) as moment,
        point(i % 97 - 48, i % 89 - 44) * point(0.0004, 0) as spread) as made
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
