import type { Selectable } from 'kysely';
import {
  EMPTY_PAGE_FIELDS,
  LISTING_FIELDS,
  PAGE_FIELD_NAMES,
  type PageFieldName,
  type PageFields,
  STORED_FIELD_NAMES,
  type StoredFieldName,
} from '#contract/listing-fields.ts';
import type { ListingFields, ListingFormValues } from '#contract/listing-form.ts';
import { type Level, levelSchema } from '#contract/listings.ts';
import type { Listings } from '#server/db/schema.ts';

type Fields = typeof LISTING_FIELDS;

/** The columns that hold a field as it is. */
export type StoredColumn = Fields[StoredFieldName]['column'];
export const STORED_COLUMNS: StoredColumn[] = STORED_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column);

/** Those of them that the listing's page shows, at some level. */
export type PageColumn = Fields[PageFieldName]['column'];
export const PAGE_FIELD_COLUMNS: PageColumn[] = PAGE_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column);

type ColumnValue<Name extends StoredFieldName> = Fields[Name] extends { json: true }
  ? null extends ListingFields[Name]
    ? string | null
    : string
  : Fields[Name] extends { nullable: true }
    ? string | null
    : ListingFields[Name];

/** The columns of the fields that are stored as they are. */
export function toStoredColumns(fields: Pick<ListingFields, StoredFieldName>) {
  const columns = STORED_FIELD_NAMES.map((name) => {
    const field = LISTING_FIELDS[name];
    const value = fields[name] === '' && 'nullable' in field ? null : fields[name];
    return [field.column, 'json' in field && value !== null ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(columns) as { [Name in StoredFieldName as Fields[Name]['column']]: ColumnValue<Name> };
}

/** The values of these fields for the form of an existing listing. */
export function toStoredValues(row: Pick<Selectable<Listings>, StoredColumn>) {
  const values = STORED_FIELD_NAMES.map((name) => {
    const { column, empty } = LISTING_FIELDS[name];
    return [name, row[column] ?? empty];
  });
  return Object.fromEntries(values) as Pick<ListingFormValues, StoredFieldName>;
}

/** The fields that the listing's page shows at a level; all others are empty. */
export function presentPageFields(row: Pick<Selectable<Listings>, PageColumn>, level: Level): PageFields {
  const shown = PAGE_FIELD_NAMES.filter((name) => isShown(name, level));
  return { ...EMPTY_PAGE_FIELDS, ...Object.fromEntries(shown.map((name) => [name, row[LISTING_FIELDS[name].column]])) };
}

const isShown = (name: PageFieldName, level: Level) =>
  levelSchema.options.indexOf(level) >= levelSchema.options.indexOf(LISTING_FIELDS[name].shownFrom);
