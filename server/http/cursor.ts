import { Invalid } from './errors.ts';

/** A page of a list that is ordered by id, newest first. */
interface Page<Row> {
  page: Row[];
  /** Where the next page begins, the id of this one's last row; null at the end. */
  cursor: string | null;
}

/** Cuts what was read with a row more than asked for. */
export function paginateById<Row extends { id: number }>(rows: Row[], limit: number): Page<Row> {
  const page = rows.slice(0, limit);
  return { page, cursor: rows.length > limit ? String(page.at(-1)?.id) : null };
}

/**
 * The id that a page begins below.
 * @throws {Invalid} when it is no cursor of `paginateById`
 */
export function parseIdCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Invalid('Invalid cursor', [{ path: 'cursor', message: 'Invalid cursor' }]);
}
