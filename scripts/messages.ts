/**
 * `npm run messages`: brings the catalogs of `content/{language}/messages` in line with the messages of the code, which are English:
 * they move to the file of their area, unused ones are removed, and missing ones are listed.
 * With `--check` nothing is written, and anything that differs is an error.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/i18n/languages.ts';
import { type Catalog, readCatalog, toCatalogFolder, toMessages } from '#web/build/messages/catalogs.ts';
import { getArguments } from '#web/build/messages/compile-message.ts';
import { findMessages } from '#web/build/messages/find-messages.ts';

const ROOT = join(import.meta.dirname, '..');
/** The area of messages of several nouns. */
const SHARED_AREA = 'shared';

/** A message of the code. */
export interface SourceMessage {
  text: string;
  hasValues: boolean;
  /** The files that use it, from the root of the project. */
  files: string[];
}

/** All messages of the code, by key. */
export function collectMessages(): Map<string, SourceMessage> {
  const messages = new Map<string, SourceMessage>();
  for (const file of ['contract', 'server', 'web'].flatMap(listModules)) {
    const code = readFileSync(join(ROOT, file), 'utf8');
    if (!/\/(?:t|rich)\.ts'/.test(code)) continue;
    for (const { key, text, values } of findMessages(file, code).calls) {
      const { files = [] } = messages.get(key) ?? {};
      messages.set(key, { text, hasValues: values !== null, files: [...new Set([...files, file])] });
    }
  }
  return messages;
}

const listModules = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort();

/** The area of a message: the noun of its files, such as `accounts`, or their folder in `base/`, `platform/` or `site/`. */
function toArea(files: string[]): string {
  const nouns = new Set(files.map((file) => /^\w+\/(?:(?:base|platform|site)\/)?([\w-]+)/.exec(file)?.[1]));
  const [noun] = nouns;
  return nouns.size === 1 && noun ? noun : SHARED_AREA;
}

/** The catalog with the messages of the code alone, each in the file of its area; of those that are translated. */
export function arrange(messages: Map<string, SourceMessage>, translations: Map<string, string>): Catalog {
  const catalog: Catalog = new Map();
  for (const key of [...messages.keys()].sort()) {
    const translation = translations.get(key);
    if (translation === undefined) continue;
    const area = toArea((messages.get(key) as SourceMessage).files);
    catalog.set(area, Object.assign(catalog.get(area) ?? {}, { [key]: translation }));
  }
  return catalog;
}

/** What is wrong with a catalog, line by line: missing and unused messages, other arguments, and messages that cannot be read. */
export function findFaults(messages: Map<string, SourceMessage>, translations: Map<string, string>): string[] {
  const faults: string[] = [];
  for (const [key, { text, hasValues, files }] of messages) {
    const translation = translations.get(key);
    if (translation === undefined) faults.push(`missing: ${JSON.stringify(key)} (${files.join(', ')})`);
    else if (!translation.trim()) faults.push(`empty: ${JSON.stringify(key)}`);
    else if (hasValues) faults.push(...compareArguments(key, text, translation));
  }
  for (const key of translations.keys()) if (!messages.has(key)) faults.push(`unused: ${JSON.stringify(key)}`);
  return faults;
}

function compareArguments(key: string, text: string, translation: string): string[] {
  try {
    const [wanted, found] = [getArguments(text), getArguments(translation)];
    const differing = [...wanted.symmetricDifference(found)];
    return differing.length === 0 ? [] : [`other arguments: ${JSON.stringify(key)} (${differing.join(', ')})`];
  } catch (error) {
    return [`cannot be read: ${JSON.stringify(key)} (${(error as Error).message})`];
  }
}

function write(language: string, catalog: Catalog) {
  const folder = join(ROOT, toCatalogFolder(language));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!catalog.has(name.replace(/\.json$/, ''))) rmSync(join(folder, name));
  for (const [area, entries] of catalog)
    writeFileSync(join(folder, `${area}.json`), `${JSON.stringify(entries, null, 2)}\n`);
}

function run(isCheck: boolean) {
  const messages = collectMessages();
  const faults: string[] = [];
  for (const language of LANGUAGES.filter((code) => code !== DEFAULT_LANGUAGE)) {
    const translations = toMessages(readCatalog(ROOT, language));
    const found = findFaults(messages, translations);
    faults.push(...found.map((fault) => `${language}: ${fault}`));
    if (!isCheck) write(language, arrange(messages, translations));
  }
  for (const fault of faults.filter((line) => isCheck || !line.includes(': unused:'))) console.error(fault);
  const missing = faults.filter((line) => line.includes(': missing:')).length;
  console.log(`${messages.size} messages, ${missing} missing translations`);
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) run(process.argv.includes('--check'));
