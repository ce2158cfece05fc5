import type { Kysely } from 'kysely';
import { emailLanguageSchema, emailSampleIdSchema, emailSamplesSchema } from '#contract/admin/emails/samples.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { AccountMailer } from '#server/accounts/account-mailer.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';
import { findConfirmedAddress } from './confirmed-address.ts';
import { findTextKey } from './email-texts.ts';
import { listSamples, type SampleDeps, writeSample } from './samples.ts';

const onRequest = requirePermission('emails');
/** The test emails of one member of the staff. */
const RATE_LIMIT = { limit: 20, windowSeconds: 60 * 60 };

/** Shows every email that the program sends with sample data, and sends one to who looks at it. */
export function emailRoutes(api: Api, { db, mailer, ...deps }: SampleDeps & { db: Kysely<DB>; mailer: AccountMailer }) {
  api.get(
    '/api/admin/emails',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the emails that the program sends, with sample data',
        querystring: emailLanguageSchema,
        response: { 200: emailSamplesSchema, ...errorResponses },
      },
    },
    async (request) => ({
      emails: listSamples(deps, request.query.language ?? request.language).map(({ template, ...email }) => ({
        ...email,
        textKey: findTextKey(template, request.query.language ?? request.language),
      })),
      address: await findConfirmedAddress(db, requireUser(request).accountId),
    }),
  );

  api.post(
    '/api/admin/emails/:id/send',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Send a sample to the own address',
        params: emailSampleIdSchema,
        querystring: emailLanguageSchema,
        response: { ...changeErrorResponses, 204: z.null(), 429: apiErrorSchema, 503: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { accountId: actorId } = requireUser(request);
      const to = await findConfirmedAddress(db, actorId);
      if (to === null) throw new Conflict(t('Confirm your email address first.'));
      const email = writeSample(deps.site, { id, to, language: request.query.language ?? request.language });
      if (!email) throw new NotFound(t('This email doesn’t exist.'));
      await consumeRateLimit(db, `sample-email:${actorId}`, RATE_LIMIT);
      await mailer.send(email);
      await recordAuditEvent(db, { kind: 'sample-email-sent', accountId: null, username: null, actorId, reason: id });
      return reply.code(204).send(null);
    },
  );
}
