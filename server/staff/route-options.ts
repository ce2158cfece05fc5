import type { FastifyReply } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';

export const tags = ['Administration'];

/** The error responses of every administrator route. */
export const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };

/** The error responses of administrator routes that change data. */
export const changeErrorResponses = { ...errorResponses, 404: apiErrorSchema, 409: apiErrorSchema };

/** Sends one page of a list, with the total in `X-Total-Count` and the next page in `Link`. */
export function sendTablePage<Row>(
  reply: FastifyReply,
  rows: Row[],
  { cursor, total }: { cursor: string | null; total: number },
): Row[] {
  reply.header('x-total-count', total);
  setNextLink(reply, cursor);
  return rows;
}
