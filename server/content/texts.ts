import type { Kysely } from 'kysely';
import type { TextKind } from '#contract/admin/text-fields.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { readTextPictures } from '#server/content/library/text-pictures.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { watchRows } from '#server/platform/db/watched-rows.ts';
import type { CompiledText, TextsByKind } from './compile-text.ts';
import { type ReleaseText, readReleaseTexts } from './release-texts.ts';
import { toSurrogateKeys } from './surrogate-keys.ts';
import { createTextCompiler, type TextCompiler } from './text-compiler.ts';
import { findKind, splitTextKey, toTextKey } from './text-keys.ts';
import { createVersionReader, type Version } from './version-reader.ts';

/** The texts of the site, in memory: those of the release, and over them what the staff published. */
export interface Texts {
  /** The texts of the release by their keys. */
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
  /** Reads the published texts again. */
  reload(): Promise<void>;
  close(): Promise<void>;
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
  const thread = createTextCompiler(new Set(counties.bySlug.keys()));
  const compiler: TextCompiler = {
    compile: async (request, timeoutMs) =>
      thread.compile(
        {
          ...request,
          pictures: await readTextPictures(db, request.source),
          ...(findKind(request.key) === 'email' && { release: release.get(request.key)?.source }),
        },
        timeoutMs,
      ),
    close: thread.close,
  };
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
    new Map(versions.map((one) => [`${one.key} ${one.number} ${one.startsAt} ${one.pictures}`, one.key]));
  const [former, latter] = [toNames(before), toNames(after)];
  return [...new Map([...former, ...latter])]
    .filter(([name]) => former.has(name) !== latter.has(name))
    .map(([, key]) => key);
}
