import type { FastifyReply, FastifyRequest } from 'fastify';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { Invalid } from './errors.ts';

/** A time that a list is sorted by: a Date, which JSON holds as text; at most year 9999, which PostgreSQL can store. */
export const timeColumn = z.iso.datetime().transform((text) => new Date(text));

/** A text that a list is sorted by. PostgreSQL text cannot contain a zero byte. */
export const textColumn = z.string().regex(/^[^\0]*$/);

/** The position of a row in a list sorted by id. */
export const idPosition = z.strictObject({ id: z.int().min(0) });

/** The position of a row in a list sorted by time and id. */
export const timePosition = idPosition.extend({ at: timeColumn });
export type TimePosition = z.infer<typeof timePosition>;

/**
 * Splits off the row that shows that there is a next page.
 * @param rows up to `limit` rows of this page, followed by at least one more if there is a next page
 * @param toPosition the columns that the list is sorted by, for the page's last row
 * @returns the rows of this page, and the cursor of the next one or null
 */
export function paginate<Row>(rows: Row[], limit: number, toPosition: (last: Row) => object) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, cursor: rows.length > limit && last ? encodeCursor(toPosition(last)) : null };
}

/** The position in a list sorted by id, for `paginate`. */
export const byId = ({ id }: { id: number }) => ({ id });

/**
 * A position as text for a URL: opaque to clients, and still valid after rows are added or removed.
 * See docs/decisions/0015-tables-of-the-administrator.md.
 */
export const encodeCursor = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * The position in a cursor. The contract's query schemas bound its length.
 * @throws {Invalid} unless `encodeCursor` could have made the cursor from a position that fits the schema
 */
export function parseCursor<Position>(cursor: string, schema: z.ZodType<Position>): Position {
  const decoded = decodeJson(Buffer.from(cursor, 'base64url').toString());
  const { success, data } = schema.safeParse(decoded);
  // One position has one cursor: whitespace, duplicate keys and other spellings are refused.
  if (success && encodeCursor(decoded as object) === cursor) return data;
  throw new Invalid(t('Invalid cursor'), [{ path: 'cursor', message: t('Invalid cursor') }]);
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sets the URL of a list's next page in the `Link` header (RFC 8288): the request's own URL with another cursor. */
export function setNextLink(reply: FastifyReply, cursor: string | null) {
  if (!cursor) return;
  const next = new URL(reply.request.url, 'http://localhost');
  next.searchParams.set('cursor', cursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}

/** A hook for the routes of lists, which calls `charge` for every page but the first. */
export const onNextPage = (charge: (request: FastifyRequest) => void) => async (request: FastifyRequest) => {
  if (/[?&]cursor=/.test(request.url)) charge(request);
};
