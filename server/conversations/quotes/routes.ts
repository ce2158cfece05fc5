import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import {
  quoteBusinessesQuerySchema,
  quoteBusinessesSchema,
  quoteRequestSchema,
  quoteSchema,
  sentQuoteSchema,
} from '#contract/conversations/quotes.ts';
import { z } from '#contract/zod.ts';
import type { ConversationDeps } from '#server/conversations/deps.ts';
import { toVisitor } from '#server/conversations/participants.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { findQuoteBusinesses } from './businesses.ts';
import { presentQuote } from './quotes.ts';
import { confirmQuote, sendQuoteRequest } from './send.ts';

const tags = ['Quote requests'];
const params = z.object({ id: idSchema });
const errors = { 400: apiErrorSchema, 404: apiErrorSchema };

/** Quote requests: one description of a job, sent to up to five businesses that the customer picked by name. */
export function quoteRoutes(
  api: Api,
  { db, gazetteer, ...deps }: ConversationDeps & { db: Kysely<DB>; gazetteer: Gazetteer },
) {
  api.get(
    '/api/quotes/businesses',
    {
      schema: {
        tags,
        summary: 'The nearest businesses of a category that take messages',
        querystring: quoteBusinessesQuerySchema,
        response: { 200: quoteBusinessesSchema, 400: apiErrorSchema },
      },
    },
    (request) => findQuoteBusinesses(db, gazetteer, request.query),
  );

  api.post(
    '/api/quotes',
    {
      schema: {
        tags,
        summary: 'Ask up to five businesses for a quote',
        body: quoteRequestSchema,
        response: { 201: sentQuoteSchema, ...errors, 409: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { language } = request;
      const sender = { accountId: request.user?.accountId ?? null, address: getClientAddress(request), language };
      return reply.code(201).send(await sendQuoteRequest(db, gazetteer, request.body, sender, deps));
    },
  );

  api.get(
    '/api/quotes/:id',
    {
      schema: {
        tags,
        summary: 'A quote request that one made, with all answers',
        params,
        response: { 200: quoteSchema, ...errors },
      },
    },
    (request) => presentQuote(db, request.params.id, toVisitor(request)),
  );

  api.post(
    '/api/quotes/:id/confirm',
    {
      schema: {
        tags,
        summary: 'Send a quote request',
        params,
        response: { 200: quoteSchema, ...errors },
      },
    },
    async (request) => {
      const visitor = toVisitor(request);
      await confirmQuote(db, request.params.id, visitor, deps);
      return presentQuote(db, request.params.id, visitor);
    },
  );
}
