import { type Kysely, sql } from 'kysely';
import type { TextKind, TextSource } from '#contract/admin/texts.ts';
import type { BlogPostSummary, Help } from '#contract/content.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { toLosAngelesDate } from '../analytics/los-angeles-date.ts';
import type { DB } from '../db/schema.ts';
import { watchRows } from '../db/watched-rows.ts';
import type { ReferenceData } from '../places/gazetteer.ts';
import type { CompiledText, TextsByKind } from './compile-text.ts';
import { assembleHelp } from './help.ts';
import { type ReleaseText, readReleaseTexts } from './release-texts.ts';
import { createTextCompiler, type TextCompiler } from './text-compiler.ts';
import { findKind, fromStoredKind, type StoredKind, splitTextKey, toSurrogateKeys, toTextKey } from './text-keys.ts';

// Much more than when it was published. Without it nothing is read, rather than the text of the release.
const TIMEOUT_MS = 60_000;

/** The texts of the site, in memory: those of the release, and over them what the staff published. */
export interface Texts {
  /** By their keys. */
  release: ReadonlyMap<string, ReleaseText>;
  compiler: TextCompiler;
  /** What pages show of a text at a time, in the first of these languages that has it; undefined if none does. */
  find<Kind extends TextKind>(
    kind: Kind,
    name: string,
    languages: readonly Language[],
    now: number,
  ): TextsByKind[Kind] | undefined;
  /** All texts of a kind that pages show, by name, each in the first of these languages that has it. */
  list<Kind extends TextKind>(kind: Kind, languages: readonly Language[], now: number): Map<string, TextsByKind[Kind]>;
  /** When pages show another one of these texts without anybody's doing; null while nothing waits. */
  findNextChange(concerns: (key: string) => boolean, now: number): Date | null;
  /** Reads anew what was published. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** What was published, or waits to be, as far as it matters. */
interface Version {
  key: string;
  number: number;
  kind: 'edited' | 'release' | 'removed';
  /** In milliseconds since 1970; 0 for what has begun by the clock of the database. */
  startsAt: number;
  /** Null for what this release does not allow, which counts as not published. */
  compiled: CompiledText | null;
}

/**
 * Reads the texts. See docs/decisions/0116-texts-are-versions-over-files.md.
 * @param options.release those of the release, if they were read before
 * @param options.changed called with the surrogate keys of what changed
 * @param options.failed called when they could not be read: the former ones stay until the next time
 * @throws {Error} when a file of the release is invalid
 */
export async function openTexts(
  db: Kysely<DB>,
  { counties }: Pick<ReferenceData, 'counties'>,
  {
    release = readReleaseTexts((slug) => counties.bySlug.has(slug)),
    changed,
    failed,
  }: { release?: Texts['release']; changed: (keys: string[]) => void; failed: (error: unknown) => void },
): Promise<Texts> {
  const compiler = createTextCompiler(new Set(counties.bySlug.keys()));
  const readVersions = createVersionReader(db, compiler);
  let former: Version[] = [];
  const watched = await watchRows(readVersions, {
    changed(versions) {
      changed([...new Set(findDifferences(former, versions).flatMap(toSurrogateKeys))]);
      former = versions;
    },
    failed,
  });
  former = watched.current;

  const findCompiled = (key: string, now: number): CompiledText | undefined => {
    const version = watched.current.findLast((one) => one.key === key && one.startsAt <= now);
    if (version?.kind === 'removed') return undefined;
    return version?.compiled ?? release.get(key)?.compiled;
  };
  const find: Texts['find'] = (kind, name, languages, now) => {
    if (findKind(name) !== kind) return undefined;
    for (const language of languages) {
      const text = findCompiled(toTextKey(name, language), now);
      if (text) return text as TextsByKind[typeof kind];
    }
    return undefined;
  };
  return {
    release,
    compiler,
    find,
    list<Kind extends TextKind>(kind: Kind, languages: readonly Language[], now: number) {
      const keys = [...release.keys(), ...watched.current.map(({ key }) => key)];
      const names = new Set(keys.filter((key) => findKind(key) === kind).map((key) => splitTextKey(key).name));
      const found = [...names].map((name) => [name, find(kind, name, languages, now)] as const);
      return new Map(found.flatMap(([name, text]) => (text ? [[name, text]] : [])));
    },
    findNextChange(concerns, now) {
      const times = watched.current
        .filter(({ key, startsAt }) => startsAt > now && concerns(key))
        .map(({ startsAt }) => startsAt);
      return times.length > 0 ? new Date(Math.min(...times)) : null;
    },
    reload: watched.reload,
    close() {
      watched.close();
      return compiler.close();
    },
  };
}

/** The keys of texts of which one list has other versions than the other. */
function findDifferences(before: Version[], after: Version[]): string[] {
  const toNames = (versions: Version[]) =>
    new Map(versions.map((one) => [`${one.key} ${one.number} ${one.startsAt}`, one.key]));
  const [former, latter] = [toNames(before), toNames(after)];
  return [...new Map([...former, ...latter])]
    .filter(([name]) => former.has(name) !== latter.has(name))
    .map(([, key]) => key);
}

/** The version of each text that holds, and those that wait, in the order in which they begin. */
const currentVersionsQuery = sql<{ key: string; number: number; kind: StoredKind; at: Date; hasBegun: boolean }>`
  select v.text_key as key, v.number, v.kind, v.publish_at as at, v.publish_at <= now() as "hasBegun" from text_versions v
  where v.canceled_at is null and not exists (
    select from text_versions later
    where later.text_key = v.text_key and later.canceled_at is null and later.publish_at <= now()
      and (later.publish_at, later.number) > (v.publish_at, v.number))
  order by v.publish_at, v.number`;

/** Reads and compiles each version once: they never change. */
function createVersionReader(db: Kysely<DB>, compiler: TextCompiler): () => Promise<Version[]> {
  let known = new Map<string, CompiledText | null>();
  return async () => {
    const { rows } = await currentVersionsQuery.execute(db);
    const compiled = new Map<string, CompiledText | null>();
    for (const { key, number, kind, at } of rows) {
      const name = `${key} ${number}`;
      if (fromStoredKind(kind) !== 'edited') compiled.set(name, null);
      else compiled.set(name, known.get(name) ?? (await compileVersion({ key, number, at })));
    }
    known = compiled;
    return rows.map(({ at, hasBegun, kind, ...row }) => ({
      ...row,
      kind: fromStoredKind(kind),
      startsAt: hasBegun ? 0 : at.getTime(),
      compiled: compiled.get(`${row.key} ${row.number}`) ?? null,
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

/** The languages in which pages show a text at a time, without those that show it in another one. */
export const listLanguages = (texts: Texts, kind: TextKind, name: string, now: number): Language[] =>
  LANGUAGES.filter((language) => texts.find(kind, name, [language], now));

/**
 * The page that stands in for that of a post which is in other languages alone: the list of posts. The link to a language leads there
 * from the pages in others.
 * @param path of a page that shows nothing
 */
export function findListOfPost(texts: Texts, path: string, now: number): string | undefined {
  const { name, language } = splitTextKey(path.slice(1));
  const isPost = findKind(name) === 'post' && listLanguages(texts, 'post', name, now).length > 0;
  return isPost ? toLocalPath('/blog', language) : undefined;
}

/** The posts, newest first, each in the first of these languages that has it. */
export const listPosts = (texts: Texts, languages: readonly Language[], now: number): BlogPostSummary[] =>
  [...texts.list('post', languages, now).values()]
    .map(({ description: _description, headings: _headings, html: _html, ...summary }) => summary)
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));

/** The help, each section in the first of these languages that has it. */
export const getHelp = (texts: Texts, languages: readonly Language[], now: number): Help =>
  assembleHelp([...texts.list('help', languages, now).values()], texts.find('words', 'help-words', languages, now));
