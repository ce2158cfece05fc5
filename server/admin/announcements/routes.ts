import type { Kysely } from 'kysely';
import {
  announcementAudienceSchema,
  announcementDraftSchema,
  announcementPreviewSchema,
  announcementSchema,
  announcementStartSchema,
  audienceSchema,
  recipientSchema,
  recipientsQuerySchema,
} from '#contract/admin/emails/announcements.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { AccountMailer } from '#server/accounts/account-mailer.ts';
import { findConfirmedAddress } from '#server/admin/emails/confirmed-address.ts';
import { SAMPLE_TOKEN } from '#server/admin/emails/sample-values.ts';
import type { SampleDeps } from '#server/admin/emails/samples.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { createFooter } from '#server/platform/mail/footer.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { startAnnouncement, stopAnnouncement } from './announcements.ts';
import { findRecipient, readAudience } from './audience.ts';
import { checkPlaceholders, composeAnnouncement } from './compose.ts';
import { listAnnouncements, listRecipients, readAnnouncement } from './list.ts';
import type { AnnouncementQueue } from './queue.ts';
import { announcementsPerHour, type SendDeps } from './send.ts';

/** The dependencies of the routes. */
interface RouteDeps extends Omit<SampleDeps, 'settings'> {
  db: Kysely<DB>;
  gazetteer: ReferenceData;
  mailer: AccountMailer;
  queue: AnnouncementQueue;
  settings: SampleDeps['settings'] & SendDeps['settings'];
}

const onRequest = requirePermission('announcements');
/** The test emails of one member of the staff. */
const TEST_RATE_LIMIT = { limit: 20, windowSeconds: 60 * 60 };
const SAMPLE_TOKENS = { token: SAMPLE_TOKEN, oneClickToken: SAMPLE_TOKEN };

const params = z.object({ id: idSchema });

/** Emails of the staff to owners: who would get one, a preview, a test, sending, stopping and the log. */
export function announcementRoutes(api: Api, deps: RouteDeps) {
  const { db, gazetteer } = deps;
  addComposing(api, deps);

  api.post(
    '/api/admin/announcements',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Begin to send an email to owners',
        body: announcementStartSchema,
        response: { 200: announcementSchema, ...changeErrorResponses },
      },
    },
    async (request) =>
      readAnnouncement(
        db,
        await startAnnouncement(db, { gazetteer, queue: deps.queue }, request.body, requireUser(request).accountId),
      ),
  );

  api.get(
    '/api/admin/announcements',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the emails to owners, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(announcementSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { announcements, ...list } = await listAnnouncements(db, request.query);
      return sendTablePage(reply, announcements, list);
    },
  );

  api.get(
    '/api/admin/announcements/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Read an email to owners and its progress',
        params,
        response: { 200: announcementSchema, ...changeErrorResponses },
      },
    },
    (request) => readAnnouncement(db, request.params.id),
  );

  api.get(
    '/api/admin/announcements/:id/recipients',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List who got an email to owners, and who did not',
        params,
        querystring: recipientsQuerySchema,
        response: { 200: z.array(recipientSchema), ...changeErrorResponses },
      },
    },
    async (request, reply) => {
      const { recipients, ...list } = await listRecipients(db, request.params.id, request.query);
      return sendTablePage(reply, recipients, list);
    },
  );

  api.post(
    '/api/admin/announcements/:id/stop',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Stop an email to owners that is being sent',
        params,
        response: { 200: announcementSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      await stopAnnouncement(db, request.params.id, requireUser(request).accountId);
      return readAnnouncement(db, request.params.id);
    },
  );
}

function addComposing(api: Api, { db, env, gazetteer, mailer, settings, site }: RouteDeps) {
  api.post(
    '/api/admin/announcements/recipients',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Count the owners who would get an email',
        body: announcementAudienceSchema,
        response: { 200: audienceSchema, ...errorResponses },
      },
    },
    async (request) => ({
      ...(await readAudience(db, gazetteer, request.body)),
      perHour: announcementsPerHour(settings),
    }),
  );

  api.post(
    '/api/admin/announcements/preview',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Show an email as one of its recipients would get it',
        body: announcementDraftSchema,
        response: { 200: announcementPreviewSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      const { as, filter, isNews, texts } = request.body;
      checkPlaceholders(texts);
      const recipient = await findRecipient(db, gazetteer, filter, as);
      const written = composeAnnouncement(site, texts, recipient, isNews ? SAMPLE_TOKENS : undefined);
      const { name, address: sender } = env.MAIL_FROM;
      const { language, subject, text, senderName = name } = { ...written, ...createFooter(settings, env)(written) };
      return { language, from: senderName ? `${senderName} <${sender}>` : sender, subject, text };
    },
  );

  api.post(
    '/api/admin/announcements/test',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Send an email, as one of its recipients would get it, to the own address',
        body: announcementDraftSchema,
        response: { ...changeErrorResponses, 204: z.null(), 429: apiErrorSchema, 503: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { as, filter, isNews, texts } = request.body;
      const { accountId } = requireUser(request);
      checkPlaceholders(texts);
      const to = await findConfirmedAddress(db, accountId);
      if (to === null) throw new Conflict(t('Confirm your email address first.'));
      const recipient = await findRecipient(db, gazetteer, filter, as);
      await consumeRateLimit(db, `announcement-test:${accountId}`, TEST_RATE_LIMIT);
      const written = composeAnnouncement(site, texts, { ...recipient, email: to }, isNews ? SAMPLE_TOKENS : undefined);
      // Nobody unsubscribes by a test.
      const { unsubscribe: _unsubscribe, ...email } = written;
      await mailer.send(email);
      return reply.code(204).send(null);
    },
  );
}
