import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { mailingSchema, unsubscribeSchema } from '#contract/mailings.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { errorResponses } from './error-responses.ts';
import { listMailings, setMailing, unsubscribe } from './mailings.ts';

const tags = ['Accounts'];

/** Recurring emails: switched on and off by the account, and stopped by a link in the email. */
export async function mailingRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/user/mailings',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the recurring emails of the account',
        response: { 200: z.array(mailingSchema), ...errorResponses },
      },
    },
    (request) => listMailings(db, requireUser(request).accountId),
  );

  api.put(
    '/api/user/mailings',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Subscribe to a recurring email, or unsubscribe from it',
        body: mailingSchema,
        response: { 200: z.array(mailingSchema), ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await setMailing(db, accountId, request.body);
      return listMailings(db, accountId);
    },
  );

  const response = { 200: messageResponseSchema, 400: apiErrorSchema, 404: apiErrorSchema };
  const unsubscribed = () => ({ message: t('You’re unsubscribed.') });

  api.post(
    '/api/unsubscribe',
    {
      schema: {
        tags,
        summary: 'Unsubscribe from a recurring email by the token of its link, without signing in',
        body: unsubscribeSchema,
        response,
      },
    },
    async (request) => {
      await unsubscribe(db, request.body.token);
      return unsubscribed();
    },
  );

  await api.register(async (scope: Api) => {
    // Mail programs send this POST themselves, with a form that contains only `List-Unsubscribe=One-Click` (RFC 8058).
    // So the token is in the address, which logs have: it does nothing else.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.post(
      '/api/unsubscribe/:token',
      {
        config: { signed: true },
        schema: {
          tags,
          summary: 'The same, sent by a mail program to the address in the header of the email',
          params: unsubscribeSchema,
          response,
        },
      },
      async (request) => {
        await unsubscribe(db, request.params.token);
        return unsubscribed();
      },
    );
  });
}
