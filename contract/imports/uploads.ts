import { defineMessage } from '#contract/i18n/t.ts';
import { findYear } from '#contract/values/date.ts';
import { z } from '#contract/zod.ts';
import { IMPORT_COLUMNS, type ImportColumn } from './columns.ts';
import { MAX_IMPORT_BYTES } from './limits.ts';

const count = z.number().int();
// PostgreSQL refuses a zero byte in a text, and half of a surrogate pair in JSON.
const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, defineMessage('Use at most {max} characters', { max: maxLength }))
    .regex(/^[^\0\p{Cs}]*$/u, defineMessage('Use text only'));

/** `POST /api/admin/import-uploads`: announces a file, which then is sent in parts. */
export const newUploadSchema = z.object({
  file: text(255).min(1),
  size: z
    .number()
    .int()
    .min(1, defineMessage('The file is empty.'))
    .max(
      MAX_IMPORT_BYTES,
      defineMessage('The file is larger than 2 GB. Split it, or import it with the command on the server.'),
    ),
});

/** The query of a part: where in the file it begins. */
export const uploadPartQuerySchema = z.object({
  offset: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
});

const mappingSchema = z.object(
  Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, text(1000).optional()])) as Record<
    ImportColumn,
    z.ZodOptional<ReturnType<typeof text>>
  >,
);

/** How the file is read. Texts may be blank: the file says it, or nobody does. */
export const importOptionsSchema = z.object({
  /** The file's column for each of ours; blank: none, even if one has its name. Null where the file has columns of its own format. */
  mapping: mappingSchema.nullable(),
  /** Identifies the source with the next file of it. */
  source: text(200),
  /** The name of the source on pages. */
  title: text(200),
  license: text(200),
  url: text(2000).refine((url) => url === '' || (url.startsWith('https://') && URL.canParse(url)), {
    error: defineMessage('Enter a link that starts with https://'),
  }),
  /** The month of the data of rows that have no date of their own; 'unknown': they replace nothing that others said. */
  date: z.string().regex(/^(\d{4}-(0[1-9]|1[0-2])|unknown)?$/, defineMessage('Enter a month like 2026-08')),
  /** The slug of the category of rows that name no known one. */
  category: text(80),
  /** The slugs of the categories that were chosen for kinds of business, in the words of the file. */
  kinds: z
    .record(text(200).min(1), text(80))
    .refine((kinds) => Object.keys(kinds).length <= 1000)
    .default({}),
  /** Whether it is the whole newer file of its source: what it lacks may have closed. */
  refresh: z.boolean(),
  /** The answer to `asksBusinesses`: every row is a business. */
  areBusinesses: z.boolean().default(false),
  /** Latitude and longitude are swapped where a point is only then in the region. */
  swapPoints: z.boolean().default(false),
});
export type ImportOptionsForm = z.infer<typeof importOptionsSchema>;

/** What is asked where nothing says of when the data of a file is. */
export const DATE_QUESTION = defineMessage('Enter the month of the data, or say that you don’t know it');

/**
 * How a file is imported: it is said of when its data is, unless a column, the format or the name of the source may say it, which only reading the file
 * shows.
 */
export const runOptionsSchema = importOptionsSchema.refine(
  ({ date, mapping, source }) =>
    date !== '' || mapping === null || mapping.date || mapping.source || findYear(source) !== null,
  { path: ['date'], message: DATE_QUESTION },
);

/** `POST /api/admin/import-uploads/{id}/preview`: without options, those of an earlier file with the same columns, or a guess. */
export const uploadPreviewRequestSchema = z.object({ options: importOptionsSchema.nullable() });

/** A row as the listing that it would become, or with the reason why it is refused. */
export const previewRowSchema = z.object({
  line: count,
  title: z.string(),
  category: z.string(),
  address: z.string(),
  city: z.string(),
  phone: z.string(),
  website: z.string(),
  hours: z.string(),
  refused: z.string().nullable(),
  /** What the import corrected in the row. */
  notes: z.array(z.string()),
});
export type PreviewRow = z.infer<typeof previewRowSchema>;

/** Of points outside of the region, how many would be inside if they were swapped: most of them. */
const swappedPointsSchema = z.object({ outside: count, swapped: count });

export const uploadPreviewSchema = z.object({
  /** 'CSV, Windows-1252, semicolons'. */
  format: z.string(),
  /** The columns of the file with their first values; empty where its format has columns of its own. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  options: importOptionsSchema,
  /** Whether the options are those of an earlier file with the same columns. */
  isRemembered: z.boolean(),
  /** Whether the rows name their source. */
  hasSource: z.boolean(),
  /** The needed facts that no column holds yet. */
  missing: z.array(z.enum(['name', 'place', 'category', 'source'])),
  rows: z.array(previewRowSchema),
  /** Rows outside the region and the like, before those shown. */
  ignored: count,
  /** Whether the file seems to list people, who are no businesses. */
  asksBusinesses: z.boolean(),
  swappedPoints: swappedPointsSchema.nullable(),
  /** Whether neither its rows nor its source say of when the data is. */
  asksDate: z.boolean(),
  /** Why it cannot be read with these options, if it cannot. */
  error: z.string().nullable(),
});
export type UploadPreview = z.infer<typeof uploadPreviewSchema>;

/** A kind of business in the words of a file, where it decides the category. '' is that of rows that name none. */
export const kindCountSchema = z.object({
  kind: z.string(),
  rows: count,
  /** The slug of its category: chosen, known, or that under which it is listed unless somebody chooses another one. */
  category: z.string(),
  /** Whether it is chosen or known; else its rows need a review. */
  isCertain: z.boolean(),
});
export type KindCount = z.infer<typeof kindCountSchema>;

const dryRunSchema = z.object({
  read: count,
  added: count,
  updated: count,
  unchanged: count,
  claimed: count,
  merged: count,
  doubtful: count,
  mended: count,
  skipped: count,
  /** Listings that may have closed. */
  marked: count,
  /** Refused rows by kind of reason. */
  skips: z.record(z.string(), count),
  swappedPoints: swappedPointsSchema.optional(),
  /** Corrected rows by kind of reason; `review` are those whose category is a guess. */
  mends: z.record(z.string(), count),
  /** Those to review first, then by their rows. */
  kinds: z.array(kindCountSchema),
});

/** An uploaded file to import. */
export const importUploadSchema = z.object({
  id: count,
  file: z.string(),
  size: count,
  received: count,
  /** `stopped` is an import that was canceled or cut off: it can continue. */
  state: z.enum(['uploading', 'ready', 'dry-run', 'importing', 'stopped', 'imported']),
  options: importOptionsSchema.nullable(),
  dryRun: dryRunSchema.nullable(),
  importId: count.nullable(),
  /** Of a dry run or import that runs. `secondsLeft` is null until it can be estimated, `figures` are those of an import so far. */
  progress: z
    .object({
      share: z.number(),
      rows: count,
      totalRows: count.nullable(),
      secondsLeft: count.nullable(),
      figures: z.object({ added: count, updated: count, merged: count, skipped: count }).nullable(),
    })
    .nullable(),
  message: z.string().nullable(),
  createdAt: z.string(),
});
export type ImportUpload = z.infer<typeof importUploadSchema>;
