import { type Kysely, sql } from 'kysely';
import type { TextSource } from '#contract/admin/texts.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { toLosAngelesDate } from '#server/analytics/los-angeles-date.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { CompiledText } from './compile-text.ts';
import type { TextCompiler } from './text-compiler.ts';
import { fromStoredKind, type StoredKind } from './text-keys.ts';

// Much more than when it was published. Without it nothing is read, rather than the text of the release.
const TIMEOUT_MS = 60_000;

/** What was published, or waits to be, as far as it matters. */
export interface Version {
  key: string;
  number: number;
  kind: 'edited' | 'release' | 'removed';
  /** In milliseconds since 1970; 0 for what has begun by the clock of the database. */
  startsAt: number;
  /** Differs when the pictures that it shows do; empty without any. */
  pictures: string;
  /** Null for what this release does not allow, which counts as not published. */
  compiled: CompiledText | null;
}

/** The version of each text that holds, and those that wait, in the order in which they begin. */
const currentVersionsQuery = sql<{
  key: string;
  number: number;
  kind: StoredKind;
  at: Date;
  hasBegun: boolean;
  pictures: string;
}>`
  select v.text_key as key, v.number, v.kind, v.publish_at as at, v.publish_at <= now() as "hasBegun", coalesce((
    select md5(string_agg(concat_ws(' ', p.id, p.focus_x, p.focus_y, p.alt), ',' order by p.id))
    from text_pictures u join library_pictures p on p.id = u.picture_id where u.text_key = v.text_key), '') as pictures
  from text_versions v
  where v.canceled_at is null and not exists (
    select from text_versions later
    where later.text_key = v.text_key and later.canceled_at is null and later.publish_at <= now()
      and (later.publish_at, later.number) > (v.publish_at, v.number))
  order by v.publish_at, v.number`;

/** Reads and compiles each version once: they never change, except for the point in focus of a picture. */
export function createVersionReader(db: Kysely<DB>, compiler: TextCompiler): () => Promise<Version[]> {
  let known = new Map<string, CompiledText | null>();
  return async () => {
    const { rows } = await currentVersionsQuery.execute(db);
    const compiled = new Map<string, CompiledText | null>();
    for (const { key, number, kind, at, pictures } of rows) {
      const name = `${key} ${number} ${pictures}`;
      if (fromStoredKind(kind) !== 'edited') compiled.set(name, null);
      else compiled.set(name, known.get(name) ?? (await compileVersion({ key, number, at })));
    }
    known = compiled;
    return rows.map(({ at, hasBegun, kind, ...row }) => ({
      ...row,
      kind: fromStoredKind(kind),
      startsAt: hasBegun ? 0 : at.getTime(),
      compiled: compiled.get(`${row.key} ${row.number} ${row.pictures}`) ?? null,
    }));
  };

  async function compileVersion({ key, number, at }: { key: string; number: number; at: Date }) {
    const { source } = await db
      .selectFrom('text_versions')
      .select((row) => row.ref('source').$castTo<TextSource | null>().as('source'))
      .where('text_key', '=', key)
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    if (source === null) return null;
    const request = { key, source, publishedOn: toLosAngelesDate(at), issuesIn: DEFAULT_LANGUAGE };
    const compiled = await compiler.compile(request, TIMEOUT_MS);
    return compiled.text ?? null;
  }
}
