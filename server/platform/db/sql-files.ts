import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file of `migrations/`. */
export interface Migration {
  name: string;
  path: string;
}

/** The migration that makes the schema from which the others begin. */
export const BASELINE = '0000_baseline';

/**
 * The migrations of this release by their numbers.
 * @param folder with `migrations/`
 */
export const listMigrations = (folder = import.meta.dirname): Migration[] =>
  readdirSync(join(folder, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: basename(file, '.sql'), path: join(folder, 'migrations', file) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const INCLUDE = /^\\ir (\S+)$/gm;

/** Reads a file with those that it includes as psql does: `\ir` and a path relative to the file. */
export const readSql = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(INCLUDE, (_line, file) => readSql(join(dirname(path), file)));

/** The files that a file includes, in their order. */
export const listIncludes = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(INCLUDE)].map(([, file]) => join(dirname(path), file as string));
