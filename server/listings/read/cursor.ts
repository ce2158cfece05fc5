import { Invalid } from '#server/http/errors.ts';

/** Where a page of a list ends: at which time and number. Rows are ordered by both, newest first. */
export interface CursorPosition {
  at: Date;
  id: number;
}

/** A cursor as it stands in a URL: opaque, and right however many rows are added meanwhile. */
export const encodeCursor = ({ at, id }: CursorPosition) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

/** @throws {Invalid} when it is none that `cursorAfter` made */
export function parseCursor(cursor: string): CursorPosition {
  const [, time, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const position = { at: new Date(Number(time)), id: Number(id) };
  if (time === undefined || encodeCursor(position) !== cursor) {
    throw new Invalid('Invalid cursor', [{ path: 'cursor', message: 'Invalid cursor' }]);
  }
  return position;
}

/** Cuts what was read with at least one row more than asked for; the cursor is null where the list ends. */
export function paginate<Row extends { created_at: Date; id: number }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const cursor = rows.length > limit && last ? encodeCursor({ at: last.created_at, id: last.id }) : null;
  return { page, cursor };
}
