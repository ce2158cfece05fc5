import { t } from '#contract/i18n/t.ts';
import type { CsvRecord } from '#server/source-files/csv/records.ts';
import { EXPORTED_FACTS, type ExportedListing } from './exported-facts.ts';
import { BLANK_FIELDS, type ImportRow, type ReadOptions } from './rows.ts';

/** Whether a table is one of our own exports: of all listings, or of a filter. Those of earlier releases lack the newest columns. */
export const isOwnExport = (header: string[]): boolean =>
  ['id', 'status', ...EXPORTED_FACTS].every((column) => header.includes(column) || NEWEST.includes(column));

const NEWEST = ['accepts_wic', 'accepts_ebt', 'more_category_slugs'];

/** Where listings of accounts are from in another directory. */
const OWN_SOURCE = 'Exported listings';
/** The states of listings that visitors see, in the one export and the other. */
const PUBLIC_STATES = ['active', 'shown'];

/** Reads the records of such a table. What visitors do not see is rejected. */
export function createExportReader(header: string[], options: ReadOptions): (record: CsvRecord) => ImportRow {
  const indexes = new Map(header.map((name, index) => [name, index]));
  return ({ line, fields }) => {
    const read = (column: string) => withoutGuard(fields[indexes.get(column) ?? -1] ?? '');
    const facts = Object.fromEntries(EXPORTED_FACTS.map((column) => [column, read(column)]));
    const exported = { ...facts, id: Number(read('id')) } as ExportedListing;
    if (!indexes.has('more_category_slugs')) delete exported.more_category_slugs;
    const status = read('status');
    const isPublic = PUBLIC_STATES.includes(status);
    return {
      line,
      fields: {
        ...BLANK_FIELDS,
        ...{ id: exported.source_id || read('id'), source: exported.source || options.source || OWN_SOURCE },
        date: exported.source_date,
        ...{ name: exported.business_name, zip: exported.zip, lat: exported.lat, lng: exported.lng },
      },
      exported,
      rejection: isPublic ? null : { kind: 'status', text: t('not shown to visitors: {status}', { status }) },
      fallbackCategory: '',
    };
  };
}

/** Without the apostrophe that `csvCell` writes before what a spreadsheet would evaluate. */
const withoutGuard = (text: string) => (/^''*[=+@\t\r\n-]/.test(text) ? text.slice(1) : text);
