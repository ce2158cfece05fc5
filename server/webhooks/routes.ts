import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  webhookCreationSchema,
  webhookDeliveryDetailsSchema,
  webhookDeliveryParamsSchema,
  webhookDeliverySchema,
  webhookParamsSchema,
  webhookSchema,
  webhookSecretSchema,
} from '#contract/ownership/webhooks.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { AccountDeps } from '#server/accounts/routes.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireConfirmedEmail, requireStepUp } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { findDelivery, listDeliveries, resend, sendTest } from './deliveries.ts';
import type { Webhooks } from './dispatch.ts';
import { webhookCreatedEmail } from './emails.ts';
import { addWebhook, deleteWebhook, listWebhooks, pauseWebhook, resumeWebhook, rotateSecret } from './webhooks.ts';

/** Deliveries that an owner asked for, in an hour. */
const SEND_RATE_LIMIT = { limit: 60, windowSeconds: 60 * 60 };

const tags = ['Webhooks'];
const responses = { ...errorResponses, 404: apiErrorSchema };
const ofWebhook = { tags, params: webhookParamsSchema };
const ofDelivery = { tags, params: webhookDeliveryParamsSchema };

/** The webhooks of the account, and their deliveries. */
export function webhookRoutes(api: Api, deps: Pick<AccountDeps, 'db' | 'mailer' | 'site'> & { webhooks: Webhooks }) {
  const { db, mailer, site, webhooks } = deps;

  api.get(
    '/api/user/webhooks',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the webhooks of the account',
        response: { 200: z.array(webhookSchema), ...errorResponses },
      },
    },
    (request) => listWebhooks(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/webhooks',
    {
      onRequest: [requireSignedIn, requireConfirmedEmail, requireStepUp],
      schema: {
        tags,
        summary: 'Create a webhook, whose secret only this response contains',
        body: webhookCreationSchema,
        response: { 201: webhookSecretSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { recipient, ...created } = await addWebhook(db, requireUser(request).accountId, request.body);
      const { email, language } = recipient;
      if (email) mailer.sendInBackground(async () => writeEmail(language, () => webhookCreatedEmail(site, email)));
      return reply.code(201).send(created);
    },
  );

  api.delete(
    '/api/user/webhooks/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        ...ofWebhook,
        summary: 'Delete a webhook with its deliveries',
        response: { 200: messageResponseSchema, ...responses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await deleteWebhook(db, { accountId, id: request.params.id });
      return { message: t('The webhook is deleted.') };
    },
  );

  api.post(
    '/api/user/webhooks/:id/secret',
    {
      onRequest: [requireSignedIn, requireConfirmedEmail, requireStepUp],
      schema: {
        ...ofWebhook,
        summary: 'Make a new secret, which only this response contains; the former one signs too for a day',
        response: { 200: webhookSecretSchema, ...responses },
      },
    },
    (request) => rotateSecret(db, { accountId: requireUser(request).accountId, id: request.params.id }),
  );

  api.post(
    '/api/user/webhooks/:id/pause',
    {
      onRequest: requireSignedIn,
      schema: { ...ofWebhook, summary: 'Let deliveries wait', response: { 200: webhookSchema, ...responses } },
    },
    (request) => pauseWebhook(db, { accountId: requireUser(request).accountId, id: request.params.id }),
  );

  api.post(
    '/api/user/webhooks/:id/resume',
    {
      onRequest: requireSignedIn,
      schema: {
        ...ofWebhook,
        summary: 'Send what waited, and what comes',
        response: { 200: webhookSchema, ...responses },
      },
    },
    async (request) => {
      const resumed = await resumeWebhook(db, { accountId: requireUser(request).accountId, id: request.params.id });
      await webhooks.dispatch();
      return resumed;
    },
  );

  deliveryRoutes(api, deps);
}

function deliveryRoutes(api: Api, { db, webhooks }: { db: Kysely<DB>; webhooks: Webhooks }) {
  const consumeSend = (accountId: number) => consumeRateLimit(db, `send-webhook:${accountId}`, SEND_RATE_LIMIT);

  api.post(
    '/api/user/webhooks/:id/test',
    {
      onRequest: requireSignedIn,
      schema: {
        ...ofWebhook,
        summary: 'Send an event of the type `test`, once',
        response: { 201: webhookDeliverySchema, ...responses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await consumeSend(accountId);
      const delivery = await sendTest(db, { accountId, id: request.params.id });
      await webhooks.dispatch();
      return reply.code(201).send(delivery);
    },
  );

  api.get(
    '/api/user/webhooks/:id/deliveries',
    {
      onRequest: requireSignedIn,
      schema: {
        ...ofWebhook,
        summary: 'List the deliveries of a webhook of the past 30 days, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(webhookDeliverySchema), ...responses },
      },
    },
    async (request, reply) => {
      const own = { accountId: requireUser(request).accountId, id: request.params.id };
      const { deliveries, cursor } = await listDeliveries(db, own, request.query);
      setNextLink(reply, cursor);
      return deliveries;
    },
  );

  api.get(
    '/api/user/webhooks/:id/deliveries/:deliveryId',
    {
      onRequest: requireSignedIn,
      schema: {
        ...ofDelivery,
        summary: 'Retrieve a delivery with what was sent and what was answered',
        response: { 200: webhookDeliveryDetailsSchema, ...responses },
      },
    },
    (request) => findDelivery(db, { accountId: requireUser(request).accountId, ...request.params }),
  );

  api.post(
    '/api/user/webhooks/:id/deliveries/:deliveryId/resend',
    {
      onRequest: requireSignedIn,
      schema: {
        ...ofDelivery,
        summary: 'Send a delivery again, or try one that waits now',
        response: { 200: messageResponseSchema, ...responses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await consumeSend(accountId);
      await resend(db, { accountId, ...request.params });
      await webhooks.dispatch();
      return { message: t('It is sent again.') };
    },
  );
}
