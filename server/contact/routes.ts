import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { contactFormSchema } from '#contract/contact/contact.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { type ContactDeps, submitMessage } from './messages.ts';

/** The contact form. */
export function contactRoutes(api: Api, { db, ...deps }: ContactDeps & { db: Kysely<DB> }) {
  api.post(
    '/api/contact',
    {
      schema: {
        tags: ['Contact'],
        summary: 'Send a contact message',
        body: contactFormSchema,
        response: { 201: messageResponseSchema, 400: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { language } = request;
      const sender = { accountId: request.user?.accountId ?? null, address: getClientAddress(request), language };
      await submitMessage(db, request.body, sender, deps);
      return reply.code(201).send({ message: t('Thank you. We will reply within 24-48 business hours.') });
    },
  );
}
