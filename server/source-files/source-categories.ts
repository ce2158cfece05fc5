import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';

/** The categories of open datasets by those of the directory. */
export interface SourceCategories {
  /** The slug of a code, null for what is no business, undefined for an unknown code. */
  get(source: string, code: string): string | null | undefined;
}

/** Reads `data/source-categories.csv`. */
export async function readSourceCategories(): Promise<SourceCategories> {
  const slugs = new Map<string, string | null>();
  for (const { source, code, slug } of await readSourceCategoryRows()) {
    slugs.set(`${source}\n${code.toLowerCase()}`, slug === '-' ? null : slug);
  }
  return { get: (source, code) => slugs.get(`${source}\n${code.toLowerCase()}`) };
}

/** The rows of `data/source-categories.csv`: the slug is '-' for what is no business, for the reason given. */
export async function readSourceCategoryRows(): Promise<
  { source: string; code: string; slug: string; reason: string }[]
> {
  return parse(await readFile(new URL('source-categories.csv', DATA_FOLDER)), { columns: true });
}
