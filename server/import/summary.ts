import type { KindCount } from '#contract/imports/uploads.ts';
import type { SwappedPoints } from './point-survey.ts';

/** The result of an import. `mends` and `skips` count rows by kind of reason; a row can be corrected in several ways. */
export interface ImportSummary {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Changed in the file, but claimed by an account and therefore not updated. */
  claimed: number;
  /** The business of a listing that another source or row has: not listed again. */
  merged: number;
  /** Listed, although they may be the business of another listing. */
  doubtful: number;
  /** Corrected rows, whether or not they changed a listing. */
  mended: number;
  skipped: number;
  /** Listings that may have closed, because their source says so. */
  closures: number;
  mends: Record<string, number>;
  skips: Record<string, number>;
  /** Of a refresh: the listings that may have closed, and the sources of which the file is only a part. */
  refresh?: { marked: number; partial: string[] };
  /** Where most points outside of the region would be inside if they were swapped. */
  swappedPoints?: SwappedPoints;
  /** Of a dry run: the kinds of business in the file. */
  kinds?: KindCount[];
}

/** A row that was skipped, merged, corrected or doubtful, or that replaced facts of its listing, and the reason. */
export interface ImportWarning {
  line: number;
  id: string;
  name: string;
  action: 'skipped' | 'merged' | 'doubtful' | 'mended' | 'updated';
  reason: string;
  /** The other one of two that are, or may be, one business: a listing, or an earlier row by its id. */
  match?: { id: string; name: string; address: string };
}

export const emptySummary = (): ImportSummary => ({
  read: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  claimed: 0,
  merged: 0,
  doubtful: 0,
  mended: 0,
  skipped: 0,
  closures: 0,
  mends: {},
  skips: {},
});

/** Adds counts to a summary. */
export function addToSummary(summary: ImportSummary, { mends = {}, skips = {}, ...counts }: Partial<Counts>) {
  for (const [name, count] of Object.entries(counts)) summary[name as Count] += count;
  for (const [kind, count] of Object.entries(mends)) summary.mends[kind] = (summary.mends[kind] ?? 0) + count;
  for (const [kind, count] of Object.entries(skips)) summary.skips[kind] = (summary.skips[kind] ?? 0) + count;
}

type Counts = Omit<ImportSummary, 'refresh' | 'swappedPoints' | 'kinds'>;
type Count = keyof Omit<Counts, 'mends' | 'skips'>;
