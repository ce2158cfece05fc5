import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { IMPORT_COLUMNS } from '#contract/imports/columns.ts';
import { z } from '#contract/zod.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';

const text = z.string().trim().min(1).max(2000);
const httpsUrl = z.url({ protocol: /^https$/, hostname: /./ }).max(2000);
const webUrl = z.url({ protocol: /^https?$/, hostname: /./ }).max(2000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** How a source is had. Mirrors and tests have addresses of plain http. */
const addressSchema = z.discriminatedUnion('kind', [
  /** One file, which may be compressed with gzip. */
  z.strictObject({ kind: z.literal('file'), url: webUrl, sha256: sha256.optional() }),
  /** The newest release in a public bucket of S3: folders below `releases`, and Parquet files in `folder` of each. */
  z.strictObject({ kind: z.literal('bucket'), url: webUrl, releases: text, folder: text }),
  /** A file of a dataset of CKAN, by the name of the resource. */
  z.strictObject({ kind: z.literal('ckan'), url: webUrl, dataset: text, resource: text }),
  /** The rows of a layer of ArcGIS that a query chooses. */
  z.strictObject({ kind: z.literal('arcgis'), url: webUrl, where: text }),
  /** The named features of OpenStreetMap with one of these tags, county by county. */
  z.strictObject({ kind: z.literal('overpass'), url: webUrl, tags: z.array(z.string().regex(/^[a-z_]+$/)).min(1) }),
  /** Nothing that a program may fetch: a person downloads the file from a page. */
  z.strictObject({ kind: z.literal('page'), url: webUrl, steps: text }),
  /** A file that the product ships, in `data/`. */
  z.strictObject({
    kind: z.literal('shipped'),
    file: z.string().regex(/^[\w.-]+$/),
    month: z.string().regex(/^\d{4}-\d{2}$/),
  }),
]);
export type SourceAddress = z.infer<typeof addressSchema>;

/** Which rows of a table are imported: all conditions must be met. */
const keepSchema = z.strictObject({
  column: text,
  /** Whether it is one of these, without regard to case. */
  in: z.array(text).min(1).optional(),
  notIn: z.array(text).min(1).optional(),
  /** Whether it is filled in. */
  filled: z.literal(true).optional(),
  /** Whether it differs from another column. */
  differsFrom: text.optional(),
});
export type KeepRule = z.infer<typeof keepSchema>;

const sourceSchema = z.strictObject({
  /** How the command and addresses name it. */
  name: z.string().regex(/^[a-z0-9-]{1,60}$/),
  title: text.max(120),
  what: text.max(500),
  /** The same in Spanish. */
  whatEs: text.max(500).optional(),
  /** How many rows are expected, in words. */
  rows: text.max(120),
  address: addressSchema,
  /** `source` of its listings: identifies its rows in the next file. */
  source: text.max(200),
  /** As pages name it, which its license may ask. */
  attribution: text.max(200),
  license: text.max(200),
  page: httpsUrl,
  cadence: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'never']),
  /** `places` are Parquet files of an open dataset, `features` those of OpenStreetMap, `table` is CSV. */
  shape: z.enum(['places', 'features', 'table']),
  /** Whether a download has all of the source in the region: businesses that it lacks may have closed. */
  isWhole: z.boolean(),
  /** The columns without which its schema has changed, besides those of the mapping. */
  columns: z.array(text).default([]),
  mapping: z.partialRecord(z.enum(IMPORT_COLUMNS as [string, ...string[]]), text).optional(),
  keep: z.array(keepSchema).default([]),
  /** Columns to add, with the value that every row has. */
  constants: z.record(text, text).default({}),
  /** A column that lists several values, of which the first one counts. */
  firstOf: z.strictObject({ column: text, separator: text.max(5) }).optional(),
  /** The slugs of categories by kinds of business in the words of the source. */
  categories: z.record(z.string().max(200), z.string().max(80)).default({}),
});

/** A source of open data, as the reviewed list describes it. */
export type OpenDataSource = z.infer<typeof sourceSchema>;

const listSchema = z
  .strictObject({ sources: z.array(sourceSchema).max(100) })
  .refine(({ sources }) => new Set(sources.map(({ name }) => name)).size === sources.length, 'a name comes twice')
  .refine(
    ({ sources }) => sources.every(({ shape, mapping }) => (shape === 'table') === (mapping !== undefined)),
    'tables have a mapping, and nothing else has',
  );

export const SOURCE_LIST = new URL('sources.yaml', DATA_FOLDER);

/**
 * The sources that can be had with one command.
 * @throws {Error} when the file does not fit the schema
 */
export async function readSourceList(file: URL | string = SOURCE_LIST): Promise<OpenDataSource[]> {
  return listSchema.parse(parse(await readFile(file, 'utf8'), { maxAliasCount: 0 })).sources;
}
