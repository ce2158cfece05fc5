import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { setNextLink } from '../http/cursor.ts';
import { requireAdmin } from '../http/sessions.ts';

export const tags = ['Administration'];

/** What any route of the administrator may answer instead. */
export const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };

/** The same of a route that changes something. */
export const changeErrorResponses = { ...errorResponses, 404: apiErrorSchema, 409: apiErrorSchema };

/** Runs before anything that was sent is parsed: others than the administrator learn nothing from the answer. */
export const onRequest = async (request: FastifyRequest) => {
  requireAdmin(request);
};

/** Answers one page of a table, with the number of rows on all pages and where the next page begins. */
export function sendTablePage<Row>(
  reply: FastifyReply,
  rows: Row[],
  { cursor, total }: { cursor: string | null; total: number },
): Row[] {
  reply.header('x-total-count', total);
  setNextLink(reply, cursor);
  return rows;
}
