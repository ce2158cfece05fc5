import type { Kysely } from 'kysely';
import { doneSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { adminClaimSchema, adminClaimsQuerySchema, declineSchema } from '#contract/claims.ts';
import { hiddenAdSchema, hidingSchema, reportFormSchema, reportSchema, reportsQuerySchema } from '#contract/reports.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { addressOf } from '../http/limits.ts';
import { administrator } from '../http/sessions.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { closeReport, listReports, report } from '../reports/reports.ts';
import { approveClaim, declineClaim, listClaims } from './claims.ts';
import { hide, listHidden, show } from './hiding.ts';
import { answerPage, failures, onlyAdministrator } from './routes.ts';

const tags = ['Administration'];
const params = z.object({ id: idSchema });
const onRequest = onlyAdministrator;
const refusals = { ...failures, 404: apiErrorSchema, 409: apiErrorSchema };

/** What is done about listings: visitors report them, the administrator hides them and decides of claims. */
export function listingModerationRoutes(api: Api, { db, ...parts }: NoticeParts & { db: Kysely<DB> }) {
  api.post(
    '/api/ads/:id/reports',
    {
      schema: {
        tags: ['Listings'],
        summary: 'Reports a listing to the administrator',
        params,
        body: reportFormSchema,
        response: { 201: doneSchema, 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const reporterId = request.signedIn?.accountId ?? null;
      const address = addressOf(request);
      await report(db, { ...request.body, listingId: request.params.id, reporterId, address });
      return reply.code(201).send({ message: 'Thank you. We will look at it.' });
    },
  );

  api.get(
    '/api/admin/reports',
    {
      onRequest,
      schema: {
        tags,
        summary: 'What visitors reported: open, or closed',
        querystring: reportsQuerySchema,
        response: { 200: z.array(reportSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { reports, ...list } = await listReports(db, request.query);
      return answerPage(reply, reports, list);
    },
  );

  api.post(
    '/api/admin/reports/:id/close',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Closes a report, and keeps the listing',
        params,
        response: { 200: reportSchema, ...refusals },
      },
    },
    (request) => closeReport(db, { id: request.params.id, by: administrator(request).accountId }),
  );

  api.get(
    '/api/admin/ads/hidden',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The hidden listings, the last hidden first',
        querystring: listQuerySchema,
        response: { 200: z.array(hiddenAdSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { ads, ...list } = await listHidden(db, request.query);
      return answerPage(reply, ads, list);
    },
  );

  api.post(
    '/api/admin/ads/:id/hide',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Hides a listing with a reason that its owner reads, and closes its reports',
        params,
        body: hidingSchema,
        response: { 200: hiddenAdSchema, ...refusals },
      },
    },
    (request) => {
      const { accountId: by } = administrator(request);
      return hide(db, { id: request.params.id, by, reason: request.body.reason }, parts);
    },
  );

  api.post(
    '/api/admin/ads/:id/show',
    {
      onRequest,
      schema: { tags, summary: 'Shows a hidden listing again', params, response: { 200: doneSchema, ...refusals } },
    },
    async (request) => {
      await show(db, { id: request.params.id, by: administrator(request).accountId }, parts);
      return { message: 'The listing is no longer hidden.' };
    },
  );

  api.get(
    '/api/admin/claims',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Claims of a status, newest first',
        querystring: adminClaimsQuerySchema,
        response: { 200: z.array(adminClaimSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { claims, ...list } = await listClaims(db, request.query);
      return answerPage(reply, claims, list);
    },
  );

  api.post(
    '/api/admin/claims/:id/approve',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Makes the claimant the listing’s owner; other claims of it are declined',
        params,
        response: { 200: adminClaimSchema, ...refusals },
      },
    },
    (request) => approveClaim(db, { id: request.params.id, by: administrator(request).accountId }, parts),
  );

  api.post(
    '/api/admin/claims/:id/decline',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Declines a claim with a reason that the claimant reads',
        params,
        body: declineSchema,
        response: { 200: adminClaimSchema, ...refusals },
      },
    },
    (request) => {
      const { accountId: by } = administrator(request);
      return declineClaim(db, { id: request.params.id, by, reason: request.body.reason }, parts);
    },
  );
}
