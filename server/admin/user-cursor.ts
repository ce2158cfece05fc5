import type { AdminUsersQuery } from '#contract/admin.ts';
import { z } from '#contract/zod.ts';
import { Invalid } from '../http/errors.ts';

export type UserSort = AdminUsersQuery['sort'];

/** Where a page of accounts ends: the last row's number, and what it is sorted by besides. */
export interface UserPosition {
  id: number;
  username_key: string;
  suspended_at: Date | null;
}

const MAX_DATE_MS = 8.64e15;
const positionSchemas = {
  id: z.tuple([z.int().min(0)]),
  // PostgreSQL takes no zero byte in a text.
  username: z.tuple([z.int().min(0), z.string().regex(/^[^\0]*$/)]),
  suspendedAt: z.tuple([z.int().min(0), z.int().min(0).max(MAX_DATE_MS).nullable()]),
};

/** The column that rows are sorted by. */
export const toSortColumn = (sort: UserSort) => sort.replace('-', '') as keyof typeof positionSchemas;

/** A cursor as it stands in a URL: opaque, and right however many accounts come and go meanwhile. */
export function encodeUserCursor({ id, username_key, suspended_at }: UserPosition, sort: UserSort): string {
  const values = { id: [id], username: [id, username_key], suspendedAt: [id, suspended_at?.getTime() ?? null] };
  return Buffer.from(JSON.stringify(values[toSortColumn(sort)])).toString('base64url');
}

/** @throws {Invalid} when it is none that `cursorAfter` made for rows in this order */
export function parseUserCursor(cursor: string, sort: UserSort): UserPosition {
  const parsed = positionSchemas[toSortColumn(sort)].safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw new Invalid('Invalid cursor', [{ path: 'cursor', message: 'Invalid cursor' }]);
  const [id, value] = parsed.data;
  return {
    id,
    username_key: typeof value === 'string' ? value : '',
    suspended_at: typeof value === 'number' ? new Date(value) : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
