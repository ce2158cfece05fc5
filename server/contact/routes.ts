import type { Kysely } from 'kysely';
import { doneSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { contactFormSchema } from '#contract/contact.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { addressOf } from '../http/limits.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { receive } from './messages.ts';

/** The contact form. */
export function contactRoutes(api: Api, { db, ...parts }: NoticeParts & { db: Kysely<DB> }) {
  api.post(
    '/api/contact',
    {
      schema: {
        tags: ['Contact'],
        summary: 'Writes to those who run the site',
        body: contactFormSchema,
        response: { 201: doneSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const sender = { accountId: request.signedIn?.accountId ?? null, address: addressOf(request) };
      await receive(db, request.body, sender, parts);
      return reply.code(201).send({ message: 'Thank you. We will reply within 24-48 business hours.' });
    },
  );
}
