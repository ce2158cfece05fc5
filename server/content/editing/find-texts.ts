import { type Kysely, sql } from 'kysely';
import type { TextSource, TextSummary } from '#contract/admin/texts.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import type { ReleaseText } from '#server/content/release-texts.ts';
import { findKind, fromStoredKind, type StoredKind, splitTextKey, toTextKey } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The dependencies of reading and changing texts. */
export interface TextDeps {
  db: Kysely<DB>;
  texts: Texts;
}

/** A text that somebody changed, with what holds of it and what waits. */
interface TextRow {
  key: string;
  version: number;
  draft: TextSource | null;
  release_digest: string | null;
  changed_at: Date;
  username: string | null;
  kind: StoredKind | null;
  published: TextSource | null;
  /** When its versions were published. */
  published_at: Date[];
  scheduled_for: Date | null;
  scheduled: TextSource | null;
}

/** Reads the texts of these keys that were changed, or all. */
const textRowsQuery = (keys: string[] | null) => sql<TextRow>`
  select t.key, t.version, t.draft, t.release_digest, t.changed_at, a.username, held.kind, held.source as published,
    array(select publish_at from text_versions v where v.text_key = t.key and canceled_at is null and publish_at <= now()) as published_at,
    waiting.publish_at as scheduled_for, waiting.source as scheduled
  from texts t left join accounts a on a.id = t.changed_by
    left join lateral (
      select kind, source from text_versions v where v.text_key = t.key and canceled_at is null and publish_at <= now()
      order by publish_at desc, number desc limit 1) held on true
    left join lateral (
      select publish_at, source from text_versions v where v.text_key = t.key and canceled_at is null and publish_at > now()
      order by publish_at desc limit 1) waiting on true
  where ${keys}::text[] is null or t.key = any(${keys}::text[])`;

/** A text as far as it exists. */
export interface FoundText {
  key: string;
  row: TextRow | undefined;
  release: ReleaseText | undefined;
  state: TextSummary['state'];
}

/** Reads the texts of these names, or all, in each language, by key. Those of which nothing exists are missing. */
export async function findTexts({ db, texts }: TextDeps, names: string[] | null): Promise<Map<string, FoundText>> {
  const keysOf = (name: string) => LANGUAGES.map((language) => toTextKey(name, language));
  const { rows } = await textRowsQuery(names?.flatMap(keysOf) ?? null).execute(db);
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const known = [...texts.release.keys(), ...rowsByKey.keys()].filter((key) => findKind(key) !== undefined);
  const found = (names ?? [...new Set(known.map((key) => splitTextKey(key).name))]).flatMap(keysOf).map((key) => {
    const [row, release] = [rowsByKey.get(key), texts.release.get(key)];
    return { key, row, release, state: row || release ? toState(row, release) : 'missing' } satisfies FoundText;
  });
  return new Map(found.map((text) => [text.key, text]));
}

/** The first of the other languages in which pages show a text. */
export const findOriginal = (found: Map<string, FoundText>, key: string): FoundText | undefined => {
  const { name } = splitTextKey(key);
  return LANGUAGES.map((language) => found.get(toTextKey(name, language))).find(
    (text) => text && text.key !== key && isShown(text),
  );
};

const isShown = ({ state }: FoundText) => state === 'release' || state === 'edited';

/** What pages show of a text. */
export const getShown = ({ state, row, release }: FoundText): TextSource | null =>
  (state === 'release' ? release?.source : row?.published) ?? null;

/** The state of what pages show. */
export function toState(
  row: Pick<TextRow, 'kind'> | undefined,
  release: ReleaseText | undefined,
): TextSummary['state'] {
  const kind = row?.kind && fromStoredKind(row.kind);
  if (kind === 'edited' || kind === 'removed') return kind;
  return release ? 'release' : 'unpublished';
}
