import { parseHours } from '#contract/hours/parse-hours.ts';
import type { Hours } from '#contract/hours/weekly-hours.ts';
import type { SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import { UNKNOWN_POINT } from '#server/listings/write/locate.ts';

/** The columns of a listing that a suggestion changes. */
type SuggestedColumns =
  | { phone: string }
  | { website: string }
  | ({ address: string } & typeof UNKNOWN_POINT)
  | { hours: Hours };

/** Null for suggestions that a person has to carry out: closures, duplicates, and hours that are not read to the last word. */
export function toSuggestedColumns(kind: SuggestedEditKind, value: string): SuggestedColumns | null {
  if (kind === 'phone') return { phone: value };
  if (kind === 'website') return { website: value };
  if (kind === 'address') return { address: value, ...UNKNOWN_POINT };
  const parsed = kind === 'hours' ? parseHours(value) : null;
  // A note, such as 'or by appointment', would be lost.
  return parsed?.note === '' ? { hours: parsed.hours } : null;
}
