import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The translations of a language by area, which is a file of `content/{language}/messages`, and by key. */
export type Catalog = Map<string, Record<string, string>>;

/** The folder of a language's messages, from the root of the project. */
export const toCatalogFolder = (language: string) => `content/${language}/messages`;

/** Reads the messages of a language; none of English, whose texts are in the code. */
export function readCatalog(root: string, language: string): Catalog {
  const folder = join(root, toCatalogFolder(language));
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

/** All messages of a catalog: translations by key. */
export const toMessages = (catalog: Catalog): Map<string, string> =>
  new Map([...catalog.values()].flatMap((messages) => Object.entries(messages)));

/** The English text of a message: its key without the context, 'Open' of 'Open [verb]'. */
export const toEnglishText = (key: string): string => key.replace(/ \[[^[\]]+\]$/, '');
