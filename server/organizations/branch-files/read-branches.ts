import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { IMPORT_COLUMNS } from '#contract/imports/columns.ts';
import { EMPTY_LISTING_FORM, type ListingFormValues } from '#contract/listing-form.ts';
import { type BranchPreview, MAX_BRANCH_COLUMNS, MAX_BRANCH_ROWS } from '#contract/ownership/branch-files.ts';
import { truncate } from '#contract/text.ts';
import { convertRow } from '#server/import/convert-row.ts';
import { readFirstDates } from '#server/import/file-dates.ts';
import { openPlaceMatcher } from '#server/import/import.ts';
import type { ImportedListing } from '#server/import/listing.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findMissing, findSheet, guessMapping } from '#server/source-files/column-mapping.ts';
import { ListsPeople, refusePeople } from '#server/source-files/people.ts';
import { readColumns, readRows } from '#server/source-files/read-rows.ts';
import { type ColumnMapping, ImportError, type ImportRow, type ReadOptions } from '#server/source-files/rows.ts';

/** A file of branches to be read. */
export interface BranchFileTask {
  path: string;
  mapping?: ColumnMapping | undefined;
  /** Of rows that name no known category; null: none. */
  categoryId: number | null;
}

/** What was read of a file: forms that are not validated yet. */
export interface ReadBranches extends Omit<BranchPreview, 'rows'> {
  rows: { line: number; form: ListingFormValues; notes: string[] }[];
}

// It identifies no row here, but the reader asks for it.
const SOURCE = 'branches';
const SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 60;
const MAX_NAME_LENGTH = 60;

/** Reads a CSV file of branches as imports do. What cannot be read is said in the language of the request. */
export async function readBranches(db: Kysely<DB>, task: BranchFileTask): Promise<ReadBranches> {
  const read: ReadBranches = { columns: [], mapping: {}, missing: [], rows: [], refused: [], error: null };
  try {
    await readInto(db, task, read);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const message = error instanceof ListsPeople ? t('This file seems to list people, not branches.') : error.message;
    // What was read before is not the whole file.
    return { ...read, rows: [], refused: [], error: message.replaceAll(task.path, t('The file')) };
  }
  return read;
}

async function readInto(db: Kysely<DB>, { path, mapping, categoryId }: BranchFileTask, read: ReadBranches) {
  const head = await readColumns(path);
  if (!head) throw new ImportError(t('Send a table with one branch in each row, as CSV.'));
  if (head.header.length > MAX_BRANCH_COLUMNS)
    throw new ImportError(
      t('The file has more than {max} columns. Remove those that aren’t about a branch.', { max: MAX_BRANCH_COLUMNS }),
    );
  read.columns = head.header.map((name, index) => ({
    name,
    samples: [...new Set(head.records.flatMap((record) => record[index]?.slice(0, MAX_SAMPLE_LENGTH) || []))].slice(
      0,
      SAMPLES,
    ),
  }));
  const guess = guessMapping(head.header);
  read.mapping = toFullMapping(mapping ?? guess);
  const placeMatcher = await openPlaceMatcher(db);
  const category = placeMatcher.gazetteer.categories.byId.get(categoryId ?? 0)?.slug;
  const options: ReadOptions = {
    // A sheet of a known program is read by its own rules.
    ...(!mapping && findSheet(head.header) ? {} : { mapping: read.mapping }),
    source: SOURCE,
    ...(category && { category }),
  };
  refusePeople(path, head.header, head.records, read.mapping);
  const missing = findMissing((column) => Boolean(read.mapping[column]), options);
  read.missing = missing.filter((what) => what !== 'source');
  if (read.missing.length > 0) return;
  const dates = await readFirstDates(path, options);
  for await (const row of readRows(path, options)) {
    if (read.rows.length + read.refused.length >= MAX_BRANCH_ROWS)
      throw new ImportError(t('The file has more than {max} rows. Split it.', { max: MAX_BRANCH_ROWS }));
    const result = convertRow(placeMatcher, { ...row, fields: { ...row.fields, id: row.fields.id || SOURCE } }, dates);
    if ('skip' in result) read.refused.push(toRefused(row, result.skip));
    else
      read.rows.push({
        line: row.line,
        form: toForm(result.draft),
        notes: result.mends.filter(isNotable).map(({ text }) => text),
      });
  }
}

const isNotable = ({ isOtherForm }: { isOtherForm?: boolean }) => !isOtherForm;

const toRefused = ({ line, fields }: ImportRow, { kind, text }: { kind: string; text: string }) => ({
  line,
  name: truncate(fields.name, MAX_NAME_LENGTH),
  // The text of imports is for those who know of points.
  reason:
    kind === 'ZIP code'
      ? t('ZIP code “{typed}” isn’t a ZIP code: use five digits', { typed: truncate(fields.zip, MAX_NAME_LENGTH) })
      : text,
});

/** With every column, so that none is taken by its name alone. */
const toFullMapping = (mapping: ColumnMapping): ColumnMapping =>
  Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, mapping[column] ?? '']));

const toForm = (draft: ImportedListing): ListingFormValues => ({
  ...EMPTY_LISTING_FORM,
  title: draft.title,
  description: draft.description,
  businessName: draft.business_name,
  address: draft.address ?? '',
  city: draft.city,
  zipCode: draft.zip,
  phone: draft.phone ?? '',
  email: draft.email ?? '',
  website: draft.website ?? '',
  categoryId: String(draft.category_id),
  moreCategoryIds: draft.more_category_ids ?? [],
  locationId: String(draft.location_id),
  hours: draft.hours,
  specialHours: draft.special_hours,
});
