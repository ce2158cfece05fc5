import { messageResponseSchema, sessionSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { apiKeyRoutes } from '#server/accounts/api-keys/routes.ts';
import { emailAddressRoutes } from '#server/accounts/email-address/routes.ts';
import { passwordRoutes } from '#server/accounts/passwords/routes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { clearSessionCookies, requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './account-sessions.ts';
import { errorResponses } from './error-responses.ts';
import type { AccountDeps } from './routes.ts';

const tags = ['Accounts'];
const doneResponses = { 200: messageResponseSchema, ...errorResponses };

/** Password, email address and sessions. */
export function securityRoutes(api: Api, deps: AccountDeps) {
  const { db } = deps;

  api.get(
    '/api/user/sessions',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the sessions of the account',
        response: { 200: z.array(sessionSchema), ...errorResponses },
      },
    },
    (request) => listSessions(db, requireUser(request)),
  );

  api.delete(
    '/api/user/sessions/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'End a session',
        params: z.object({ id: idSchema }),
        response: { ...doneResponses, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const user = requireUser(request);
      await revokeSession(db, user, request.params.id);
      if (request.params.id === user.sessionId) clearSessionCookies(reply);
      return { message: t('Device signed out.') };
    },
  );

  api.delete(
    '/api/user/sessions',
    { onRequest: requireSignedIn, schema: { tags, summary: 'End all other sessions', response: doneResponses } },
    async (request) => {
      await revokeOtherSessions(db, requireUser(request));
      return { message: t('Signed out on all other devices.') };
    },
  );

  apiKeyRoutes(api, deps);
  passwordRoutes(api, deps);
  emailAddressRoutes(api, deps);
}
