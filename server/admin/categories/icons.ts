import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';

let icons: Promise<string[]> | undefined;

/** The icons of `data/categories.csv`, which the build puts into the sheet of icons, by name. */
export function listCategoryIcons(): Promise<string[]> {
  icons ??= readIcons();
  return icons;
}

async function readIcons(): Promise<string[]> {
  const rows: { icon: string }[] = parse(await readFile(new URL('categories.csv', DATA_FOLDER)), {
    columns: true,
    bom: true,
  });
  return [...new Set(rows.map(({ icon }) => icon))].filter(Boolean).sort();
}
