import { type Kysely, sql } from 'kysely';
import type { AdminText, TextKind, TextSource, TextSummary, TextVersion } from '#contract/admin/texts.ts';
import type { DB } from '../../db/schema.ts';
import { NotFound } from '../../http/errors.ts';
import type { ReleaseText } from '../release-texts.ts';
import { findKind, toPath } from '../text-keys.ts';
import type { Texts } from '../texts.ts';

const MAX_VERSIONS = 100;

/** What the verbs of texts work with. */
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
  kind: TextVersion['kind'] | null;
  published: TextSource | null;
  scheduled_for: Date | null;
  scheduled: TextSource | null;
}

/** Reads one text, or all that were changed. */
const textRowsQuery = (key: string | null) => sql<TextRow>`
  select t.key, t.version, t.draft, t.release_digest, t.changed_at, a.username, held.kind, held.source as published,
    waiting.publish_at as scheduled_for, waiting.source as scheduled
  from texts t left join accounts a on a.id = t.changed_by
    left join lateral (
      select kind, source from text_versions v where v.text_key = t.key and canceled_at is null and publish_at <= now()
      order by publish_at desc, number desc limit 1) held on true
    left join lateral (
      select publish_at, source from text_versions v where v.text_key = t.key and canceled_at is null and publish_at > now()
      order by publish_at desc limit 1) waiting on true
  where ${key}::text is null or t.key = ${key} order by t.key`;

/** All texts: those of the release, and those that were added. Posts come first, the newest at the top. */
export async function listTexts({ db, texts }: TextDeps): Promise<TextSummary[]> {
  const { rows } = await textRowsQuery(null).execute(db);
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const keys = [...new Set([...texts.release.keys(), ...rowsByKey.keys()])].filter(
    (key) => findKind(key) !== undefined,
  );
  return keys
    .map((key) => ({
      order: getOrder(texts, key, rowsByKey.get(key)),
      text: summarize(texts, key, rowsByKey.get(key)),
    }))
    .sort((a, b) => a.order.localeCompare(b.order))
    .map(({ text }) => text);
}

/** @throws {NotFound} for a text that neither the release has nor anybody added */
export async function getText({ db, texts }: TextDeps, key: string): Promise<AdminText> {
  const { rows } = await textRowsQuery(key).execute(db);
  const [row] = rows;
  const release = texts.release.get(key);
  if (findKind(key) === undefined || (!row && !release)) throw new NotFound('This text doesn’t exist.');
  const summary = summarize(texts, key, row);
  return {
    ...summary,
    version: row?.version ?? 0,
    release: release?.source ?? null,
    published: summary.state === 'release' ? (release?.source ?? null) : (row?.published ?? null),
    draft: row?.draft ?? null,
    scheduled: row?.scheduled ?? null,
    versions: await listVersions(db, key),
  };
}

async function listVersions(db: Kysely<DB>, key: string): Promise<TextVersion[]> {
  const rows = await db
    .selectFrom('text_versions as v')
    .leftJoin('accounts as a', 'a.id', 'v.published_by')
    .select(['v.number', 'v.kind', 'v.publish_at', 'v.note', 'a.username'])
    .select(
      sql<
        TextVersion['state']
      >`case when canceled_at is not null then 'canceled' when publish_at > now() then 'waiting' else 'published' end`.as(
        'state',
      ),
    )
    .where('text_key', '=', key)
    .orderBy('number', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  return rows.map(({ publish_at, username, ...row }) => ({
    ...row,
    publishAt: publish_at.toISOString(),
    by: username,
  }));
}

/** What was published as a version. @throws {NotFound} */
export async function getVersion({ db, texts }: TextDeps, key: string, number: number): Promise<TextSource> {
  const version = await db
    .selectFrom('text_versions')
    .select((row) => ['kind', row.ref('source').$castTo<TextSource | null>().as('source')])
    .where('text_key', '=', key)
    .where('number', '=', number)
    .executeTakeFirst();
  const source = version?.kind === 'release' ? texts.release.get(key)?.source : version?.source;
  if (!source) throw new NotFound('This version doesn’t exist.');
  return source;
}

/** What pages show. */
export function toState(
  row: Pick<TextRow, 'kind'> | undefined,
  release: ReleaseText | undefined,
): TextSummary['state'] {
  if (row?.kind === 'edited' || row?.kind === 'removed') return row.kind;
  return release ? 'release' : 'unpublished';
}

function summarize(texts: Texts, key: string, row: TextRow | undefined): TextSummary {
  const release = texts.release.get(key);
  const state = toState(row, release);
  const kind = findKind(key) as TextKind;
  return {
    key,
    kind,
    title: TITLES[kind] ?? (getFields(row, release).title || key),
    path: toPath(key),
    state,
    hasDraft: row?.draft != null,
    scheduledFor: row?.scheduled_for?.toISOString() ?? null,
    hasNewerRelease: state === 'edited' && release !== undefined && release.digest !== row?.release_digest,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.username ?? null,
  };
}

const TITLES: Partial<Record<TextKind, string>> = { home: 'Home page', words: 'Search words of the help' };

/** Those that pages show, or will. */
const getFields = (row: TextRow | undefined, release: ReleaseText | undefined): TextSource['fields'] =>
  (row?.published ?? release?.source ?? row?.scheduled ?? row?.draft)?.fields ?? {};

const KINDS_IN_ORDER: TextKind[] = ['post', 'help', 'words', 'faq', 'policy', 'home'];
const LAST_DAY = '9999-12-31';

/** What sorts texts: by kind, posts by their day, the newest first, and sections of the help by their place. */
function getOrder(texts: Texts, key: string, row: TextRow | undefined): string {
  const kind = findKind(key) as TextKind;
  const { date, order = '' } = getFields(row, texts.release.get(key));
  const age = kind === 'post' ? Date.parse(LAST_DAY) - Date.parse(date || LAST_DAY) : 0;
  return [KINDS_IN_ORDER.indexOf(kind), String(age).padStart(18, '0'), order.padStart(2, '0'), key].join(' ');
}
