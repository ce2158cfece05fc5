import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

/** Definitions by what they define: 'table listings', 'column listings.title', 'index listings_recent of listings'. */
export type Catalog = Map<string, string>;

/**
 * Reads the columns, constraints and indexes of all tables in two schemas, but for those that say what was migrated.
 * @param schemas the first of which is first in `search_path`
 */
export async function readTables(db: Kysely<DB>, schemas: { public: string; stripe: string }): Promise<Catalog> {
  const { rows } = await sql<{ object: string; definition: string }>`
    with tables as (
      select c.oid, relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in (${schemas.public}, ${schemas.stripe}) and relkind = 'r'
        and relname not in ('kysely_migration', 'schema_migrations', 'schema_functions')
    )
    select 'table ' || name as object, '' as definition from tables
    union all select format('column %s.%s', name, attname), concat_ws(' ', format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end, case when attnotnull then 'not null' end,
      'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''), pg_get_expr(adbin, adrelid))
    from tables t join pg_attribute a on attrelid = t.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select format('constraint %s of %s', conname, name), pg_get_constraintdef(c.oid)
    from tables t join pg_constraint c on conrelid = t.oid and contype in ('p', 'u', 'c', 'f', 'x')
    union all select format('index %s of %s', i.relname, name), pg_get_indexdef(indexrelid)
    from tables t join pg_index on indrelid = t.oid join pg_class i on i.oid = indexrelid`.execute(db);
  const qualifiers = new RegExp(`\\b(${schemas.public}|${schemas.stripe})\\.`, 'g');
  return new Map(rows.map(({ object, definition }) => [object, toComparable(definition.replaceAll(qualifiers, ''))]));
}

/** What was loaded from a dump of other programs has other parentheses, and a constraint may wait for its validation. */
const toComparable = (definition: string) =>
  definition
    .replace(/ NOT VALID$/, '')
    .replaceAll(/[()\s]+/g, ' ')
    .trim();

/** What a database lacks, has in another way, or has besides in a table that is expected. */
export function findDifferences(found: Catalog, expected: Catalog): string[] {
  const missing = [...expected.keys()].filter((object) => !found.has(object));
  const changed = [...expected].filter(([object, definition]) => found.has(object) && found.get(object) !== definition);
  const added = [...found.keys()].filter((object) => !expected.has(object) && expected.has(toTable(object)));
  return [
    ...missing.map((object) => `${object} is missing`),
    ...changed.map(([object, definition]) => `${object} is ${found.get(object)} instead of ${definition}`),
    ...added.map((object) => `${object} is not of this program`),
  ];
}

const toTable = (object: string) => `table ${/ (\w+)\.\w+$/.exec(object)?.[1] ?? / of (\w+)$/.exec(object)?.[1]}`;
