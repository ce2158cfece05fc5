import type { ImportRow } from '#server/source-files/rows.ts';
import { toExportedListing } from './exported-listing.ts';
import { type RowResult, toImportedListing } from './listing.ts';
import type { PlaceMatcher } from './place-matcher.ts';

/** Converts a row to a listing: one of our own export as it was, any other with the corrections that it needs. */
export const convertRow = (placeMatcher: PlaceMatcher, row: ImportRow): RowResult =>
  row.exported && !row.rejection
    ? toExportedListing(placeMatcher, row, row.exported)
    : toImportedListing(placeMatcher, row);
