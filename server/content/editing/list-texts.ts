import { type Kysely, sql } from 'kysely';
import type { AdminText, TextKind, TextSource, TextSummary, TextVersion } from '#contract/admin/texts.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '../../db/schema.ts';
import { NotFound } from '../../http/errors.ts';
import type { ReleaseText } from '../release-texts.ts';
import { findKind, fromStoredKind, type StoredKind, splitTextKey, toPath, toTextKey } from '../text-keys.ts';
import type { Texts } from '../texts.ts';
import { toHeadings, withHeadingIds } from './original.ts';

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
  kind: StoredKind | null;
  published: TextSource | null;
  scheduled_for: Date | null;
  scheduled: TextSource | null;
}

/** Reads the texts of these keys that were changed, or all. */
const textRowsQuery = (keys: string[] | null) => sql<TextRow>`
  select t.key, t.version, t.draft, t.release_digest, t.changed_at, a.username, held.kind, held.source as published,
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
interface FoundText {
  key: string;
  row: TextRow | undefined;
  release: ReleaseText | undefined;
  state: TextSummary['state'];
}

/** Reads the texts of these names, or all, in each language, by key. Those of which nothing exists are missing. */
async function findTexts({ db, texts }: TextDeps, names: string[] | null): Promise<Map<string, FoundText>> {
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
const findOriginal = (found: Map<string, FoundText>, key: string): FoundText | undefined => {
  const { name } = splitTextKey(key);
  return LANGUAGES.map((language) => found.get(toTextKey(name, language))).find(
    (text) => text && text.key !== key && isShown(text),
  );
};

const isShown = ({ state }: FoundText) => state === 'release' || state === 'edited';

/** What pages show of a text. */
const getShown = ({ state, row, release }: FoundText): TextSource | null =>
  (state === 'release' ? release?.source : row?.published) ?? null;

/** All texts: those of the release, those that were added, and those of either that are not translated. Posts come first, the newest at the top. */
export async function listTexts(deps: TextDeps): Promise<TextSummary[]> {
  const found = await findTexts(deps, null);
  return [...found.values()]
    .map((text) => ({ text, original: findOriginal(found, text.key) }))
    .filter(({ text, original }) => text.state !== 'missing' || original)
    .map(({ text, original }) => ({ order: getOrder(text, original), summary: summarize(text, original) }))
    .sort((a, b) => a.order.localeCompare(b.order))
    .map(({ summary }) => summary);
}

/** @throws {NotFound} for a text that neither the release has nor anybody added in any language */
export async function getText(deps: TextDeps, key: string): Promise<AdminText> {
  const { db, texts } = deps;
  const found = await findTexts(deps, [splitTextKey(key).name]);
  const [text, original] = [found.get(key), findOriginal(found, key)];
  if (findKind(key) === undefined || !text || (text.state === 'missing' && !original))
    throw new NotFound(t('This text doesn’t exist.'));
  return {
    ...summarize(text, original),
    version: text.row?.version ?? 0,
    release: text.release?.source ?? null,
    published: getShown(text),
    draft: text.row?.draft ?? null,
    scheduled: text.row?.scheduled ?? null,
    original: original ? toOriginalSource(texts, original) : null,
    versions: await listVersions(db, key),
  };
}

/** Whether pages in another language show a text. */
export async function hasOriginal(deps: TextDeps, key: string): Promise<boolean> {
  return findOriginal(await findTexts(deps, [splitTextKey(key).name]), key) !== undefined;
}

function toOriginalSource(texts: Texts, text: FoundText): AdminText['original'] {
  const { name, language } = splitTextKey(text.key);
  const { fields = {}, markdown = '' } = getShown(text) ?? {};
  const compiled = texts.find(findKind(name) as TextKind, name, [language], Date.now());
  return { language, fields, markdown: withHeadingIds(markdown, compiled ? toHeadings(compiled) : []) };
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
  return rows.map(({ publish_at, username, kind, ...row }) => ({
    ...row,
    kind: fromStoredKind(kind),
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
  if (!source) throw new NotFound(t('This version doesn’t exist.'));
  return source;
}

/** What pages show. */
export function toState(
  row: Pick<TextRow, 'kind'> | undefined,
  release: ReleaseText | undefined,
): TextSummary['state'] {
  const kind = row?.kind && fromStoredKind(row.kind);
  if (kind === 'edited' || kind === 'removed') return kind;
  return release ? 'release' : 'unpublished';
}

function summarize(text: FoundText, original: FoundText | undefined): TextSummary {
  const { key, row, release, state } = text;
  const kind = findKind(key) as TextKind;
  return {
    key,
    language: splitTextKey(key).language,
    kind,
    title: toTitle(kind) ?? (getFields(text, original).title || key),
    path: toPath(key),
    state,
    hasDraft: row?.draft != null,
    scheduledFor: row?.scheduled_for?.toISOString() ?? null,
    hasNewerRelease: state === 'edited' && release !== undefined && release.digest !== row?.release_digest,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.username ?? null,
  };
}

/** What texts without a title are called. */
function toTitle(kind: TextKind): string | undefined {
  if (kind === 'home') return t('Home page');
  return kind === 'words' ? t('Search words of the help') : undefined;
}

/** Those that pages show, or will; of a text that is missing those of the one that would be translated. */
function getFields({ row, release }: FoundText, original: FoundText | undefined): TextSource['fields'] {
  const source = row?.published ?? release?.source ?? row?.scheduled ?? row?.draft;
  return (source ?? (original && getShown(original)))?.fields ?? {};
}

const KINDS_IN_ORDER: TextKind[] = ['post', 'help', 'words', 'faq', 'policy', 'home'];
const LAST_DAY = '9999-12-31';

/** What sorts texts: by language, by kind, posts by their day, the newest first, and sections of the help by their place. */
function getOrder(text: FoundText, original: FoundText | undefined): string {
  const kind = findKind(text.key) as TextKind;
  const language = LANGUAGES.indexOf(splitTextKey(text.key).language);
  const { date, order = '' } = getFields(text, original);
  const age = kind === 'post' ? Date.parse(LAST_DAY) - Date.parse(date || LAST_DAY) : 0;
  const place = [KINDS_IN_ORDER.indexOf(kind), String(age).padStart(18, '0'), order.padStart(2, '0'), text.key];
  return [language, ...place].join(' ');
}
