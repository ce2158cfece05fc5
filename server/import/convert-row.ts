import type { FileDates } from '#contract/values/date.ts';
import type { PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import type { ImportRow } from '#server/source-files/rows.ts';
import { toExportedListing } from './exported-listing.ts';
import { type RowResult, toImportedListing } from './listing.ts';

/** Converts a row to a listing: one of our own export as it was, any other with the corrections that it needs. @param dates how its file writes dates */
export const convertRow = (placeMatcher: PlaceMatcher, row: ImportRow, dates?: FileDates): RowResult =>
  row.exported && !row.rejection
    ? toExportedListing(placeMatcher, row, row.exported)
    : toImportedListing(placeMatcher, row, dates);
