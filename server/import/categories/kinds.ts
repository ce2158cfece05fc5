import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { ImportRow } from '#server/source-files/rows.ts';

const MAX_KIND_LENGTH = 200;

/** The kinds of business that a file names, with the categories that people chose for them. */
export interface Kinds {
  /** Gives rows the category that was chosen for their kind: for this file, or else for an earlier one of their source. */
  assign(rows: AsyncGenerator<ImportRow>): AsyncGenerator<ImportRow>;
  /** Remembers what was chosen for this file, by the sources of its rows. */
  remember(db: Kysely<DB>): Promise<void>;
}

/**
 * Reads what was chosen for earlier files.
 * @param chosen for this file: slugs of categories by kind
 */
export async function openKinds(db: Kysely<DB>, chosen: Record<string, string> = {}): Promise<Kinds> {
  const rows = await db
    .selectFrom('import_kinds')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select(['source', 'kind', 'slug'])
    .execute();
  const remembered = new Map(rows.map(({ source, kind, slug }) => [toKey(source, kind), slug]));
  const ofFile = new Map(
    Object.entries(chosen).flatMap(([kind, slug]) => (slug ? [[foldKind(kind), slug] as const] : [])),
  );
  const used = new Map<string, { source: string; kind: string; slug: string }>();
  return {
    async *assign(rows) {
      for await (const row of rows) {
        const { source } = row.fields;
        const kind = foldKind(toKind(row.fields));
        const slug = ofFile.get(kind);
        if (slug && source) used.set(toKey(source, kind), { source, kind, slug });
        yield { ...row, kindCategory: slug ?? remembered.get(toKey(source, kind)) };
      }
    },
    async remember(db) {
      if (used.size === 0) return;
      await sql`
        insert into import_kinds (source, kind, category_id)
        select t.source, t.kind, c.id
        from json_to_recordset(${JSON.stringify([...used.values()])}::json) as t(source text, kind text, slug text)
        join categories c on c.slug = t.slug
        on conflict (source, kind) do update set category_id = excluded.category_id`.execute(db);
    },
  };
}

/** The kind of a row in the words of its source. */
export const toKind = ({ category_raw, category }: Pick<ImportRow['fields'], 'category_raw' | 'category'>): string =>
  (category_raw || category).slice(0, MAX_KIND_LENGTH);

export const foldKind = (kind: string) => kind.trim().toLowerCase();

const toKey = (source: string, kind: string) => `${source}\n${kind}`;
