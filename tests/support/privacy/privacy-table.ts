import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { asSuperuser } from '#tests/support/test-server.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/privacy-data.md');
/** In the table for the columns of the listings' details. */
const DETAILS_FILE = 'contract/listing-fields/detail-fields.ts';
const DAYS = { day: 1, days: 1, year: 365.25, years: 365.25 };

/** A column with personal data, as docs/privacy-data.md lists it. */
export interface PersonalColumn {
  /** As `table.column`, with the schema unless it is `public`. */
  column: string;
  /** How long its values outlive the account. */
  keptDays: number;
}

/** The two tables of docs/privacy-data.md. Those without personal data may be whole tables: `categories.*`. */
export function readPrivacyTables(): { personal: PersonalColumn[]; others: string[]; files: string[] } {
  const [personal = '', others = ''] = readFileSync(DOCUMENT, 'utf8').split(
    '\n## Columns that hold no personal data\n',
  );
  return {
    personal: readRows(personal).flatMap(({ columns, cells }) =>
      columns.map((column) => ({ column, keptDays: toDays(cells[1] ?? '') })),
    ),
    others: readRows(others).flatMap(({ columns }) => columns),
    files: [...personal.matchAll(/`(server\/[^`\s]+)/g)].map(([, file]) => file as string),
  };
}

function readRows(text: string) {
  return [...text.matchAll(/^\| (`.*?) \|(.*)\|$/gm)].map(([, first = '', rest = '']) => ({
    columns: [...first.matchAll(/`([\w.*/-]+)`/g)].flatMap(([, column = '']) =>
      column === DETAILS_FILE ? DETAIL_FIELD_NAMES.map((name) => `listings.${DETAIL_FIELDS[name].column}`) : column,
    ),
    cells: rest.split(' | ').map((cell) => cell.trim()),
  }));
}

function toDays(kept: string): number {
  if (kept.startsWith('account')) return 0;
  const [, count, unit] = /^(\d+) (days?|years?)$/.exec(kept) ?? [];
  if (unit === undefined) throw new Error(`How long is '${kept}'?`);
  return Math.ceil(Number(count) * DAYS[unit as keyof typeof DAYS]);
}

/** A column of the database. */
export interface DatabaseColumn {
  column: string;
  /** The quoted name of its table, and its own. */
  table: string;
  name: string;
  type: string;
  /** Whether it can hold text, or refers to an account. */
  isSuspect: boolean;
}

/** All columns of all tables; partitions have those of their table. */
export async function findColumns(db: Kysely<DB>): Promise<DatabaseColumn[]> {
  const { rows } = await sql<DatabaseColumn>`
    select case nspname when 'public' then '' else nspname || '.' end || relname || '.' || attname as column,
      format('%I.%I', nspname, relname) as table, quote_ident(attname) as name, format_type(atttypid, null) as type,
      format_type(atttypid, null) ~ '^(text|character|bytea|json|tsvector|cidr|inet)' or exists (
        select from pg_constraint where contype = 'f' and conrelid = c.oid and confrelid = 'accounts'::regclass
          and attnum = any(conkey)) as "isSuspect"
    from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
    where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and atttypid > 0
      and nspname !~ '^(pg_.*|information_schema)$'
    order by 1`.execute(db);
  return rows;
}

/** The values of each of these columns as text. One statement reads them all, because there are hundreds. */
export async function readValues(db: Kysely<DB>, columns: DatabaseColumn[]): Promise<Map<string, Set<string>>> {
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const selects = tables.map(([table, columns], n) => {
    const values = columns.map(({ name }) => `array_agg(distinct ${name}::text) filter (where ${name} is not null)`);
    return `select ${n} as n, json_build_array(${values.join()}) as values from ${table}`;
  });
  const { rows } = await sql.raw<{ n: number; values: (string[] | null)[] }>(selects.join(' union all ')).execute(db);
  return new Map(
    rows.flatMap(({ n, values }) =>
      values.map((all, i) => [tables[n]?.[1][i]?.column ?? '', new Set(all)] satisfies [string, Set<string>]),
    ),
  );
}

/** Lets time pass: moves every date of the database into the past. Triggers do not run. */
export async function moveDatesBack(db: Kysely<DB>, days: number): Promise<void> {
  const dates = (await findColumns(db)).filter(({ type }) => /^(date|timestamp.*)$/.test(type));
  const tables = Map.groupBy(dates, ({ table }) => table);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await asSuperuser(rows[0]?.name ?? '', async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    for (const [table, columns] of tables) {
      const assignments = columns.map(({ name }) => `${name} = ${name} - make_interval(days => ${days})`);
      await client.query(`update ${table} set ${assignments.join()}`);
    }
    await client.query('commit');
  });
}
