import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  apiKeyCreationSchema,
  apiKeyParamsSchema,
  apiKeySchema,
  createdApiKeySchema,
} from '#contract/ownership/api-keys.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { AccountDeps } from '#server/accounts/routes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireConfirmedEmail, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { addApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { apiKeyEmail } from './emails.ts';

const tags = ['Accounts'];

/** The API keys of the account. */
export function apiKeyRoutes(api: Api, { db, mailer, site }: Pick<AccountDeps, 'db' | 'mailer' | 'site'>) {
  api.get(
    '/api/user/api-keys',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the API keys of the account',
        response: { 200: z.array(apiKeySchema), ...errorResponses },
      },
    },
    (request) => listApiKeys(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/api-keys',
    {
      onRequest: [requireSignedIn, requireConfirmedEmail, requireStepUp],
      schema: {
        tags,
        summary: 'Create an API key, which only this response contains',
        body: apiKeyCreationSchema,
        response: { 201: createdApiKeySchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { apiKey, key, recipient } = await addApiKey(db, requireUser(request).accountId, request.body);
      const { email, language } = recipient;
      if (email) mailer.sendInBackground(async () => writeEmail(language, () => apiKeyEmail(site, email, apiKey)));
      return reply.code(201).send({ apiKey, key });
    },
  );

  api.delete(
    '/api/user/api-keys/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Revoke an API key',
        params: apiKeyParamsSchema,
        response: { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema },
      },
    },
    async (request) => {
      await revokeApiKey(db, requireUser(request).accountId, request.params.id);
      return { message: t('The API key is revoked.') };
    },
  );
}
