import { type Kysely, sql } from 'kysely';
import { IMPORT_COLUMNS } from '#contract/imports/columns.ts';
import type { ImportOptionsForm } from '#contract/imports/uploads.ts';
import type { ImportOptions } from '#server/import/import.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { guessMapping } from '#server/source-files/column-mapping.ts';
import type { ColumnMapping, ReadOptions } from '#server/source-files/rows.ts';
import type { RememberedOptions } from './mappings.ts';

const UNKNOWN_DATE = 'unknown';

/** How the import reads a file with the options that the administrator chose. */
export function toReadOptions(options: ImportOptionsForm): ReadOptions & Pick<ImportOptions, 'kinds'> {
  const { mapping, source, date, category, kinds, areBusinesses, swapPoints } = options;
  return {
    ...(mapping && { mapping: toFullMapping(mapping) }),
    // A file of an open dataset has a source of its own.
    ...(mapping && source && { source }),
    ...(date && date !== UNKNOWN_DATE && { date }),
    ...(category && { category }),
    ...(areBusinesses && { areBusinesses }),
    ...(swapPoints && { swapPoints }),
    ...(kinds && Object.keys(kinds).length > 0 && { kinds }),
  };
}

/** With every column, so that none is taken by its name alone. */
const toFullMapping = (mapping: ColumnMapping): ColumnMapping =>
  Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, mapping[column] ?? '']));

/** The options that a file is shown with first: those of an earlier file with the same columns, or a guess by their names. */
export async function suggestOptions(
  db: Kysely<DB>,
  header: string[] | null,
  remembered: RememberedOptions | null,
): Promise<ImportOptionsForm> {
  const { source = '', category = '' } = remembered ?? {};
  return {
    mapping: header && toFullMapping(completeMapping(header, remembered?.mapping)),
    source,
    category,
    date: '',
    kinds: {},
    refresh: false,
    areBusinesses: false,
    swapPoints: false,
    ...(await readSourceFields(db, source)),
  };
}

/** The chosen columns, and guesses for what was never chosen, by the names of the others. */
function completeMapping(header: string[], chosen: ColumnMapping = {}): ColumnMapping {
  const taken = new Set(Object.values(chosen).flatMap((name) => [name, ...name.split('+')].map((part) => part.trim())));
  return { ...guessMapping(header.filter((name) => !taken.has(name.trim()))), ...chosen };
}

/** The chosen options, with what is known of their source where nothing else was chosen. */
export async function addSourceFields(db: Kysely<DB>, options: ImportOptionsForm): Promise<ImportOptionsForm> {
  const { title, license, url } = await readSourceFields(db, options.source);
  return {
    ...options,
    title: options.title || title,
    license: options.license || license,
    url: options.url || url,
  };
}

/** What belongs to a source, whatever the columns of its files: how pages name it, its license and link. */
async function readSourceFields(
  db: Kysely<DB>,
  source: string,
): Promise<Pick<ImportOptionsForm, 'title' | 'license' | 'url'>> {
  const known = source === '' ? undefined : await findSource(db, source);
  return { title: known?.title ?? '', license: known?.license ?? '', url: known?.url ?? '' };
}

const findSource = (db: Kysely<DB>, name: string) =>
  db.selectFrom('sources').select(['title', 'license', 'url']).where('name', '=', name).executeTakeFirst();

/** Stores how pages name the source, its license and link. Those of the shipped data stay. */
export async function saveSource(db: Kysely<DB>, { source, title, license, url, date }: ImportOptionsForm) {
  if (source === '') return;
  await sql`
    insert into sources (name, title, date, license, url)
    values (${source}, ${title || source}, ${date === UNKNOWN_DATE ? null : date || null}, ${license || null}, ${url || null})
    on conflict (name) do update set
      title = coalesce(${title || null}, sources.title), license = coalesce(excluded.license, sources.license),
      url = coalesce(excluded.url, sources.url)
    where not sources.in_data`.execute(db);
}
