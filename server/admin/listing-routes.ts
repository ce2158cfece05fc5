import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { adminClaimSchema, adminClaimsQuerySchema, claimDeclineSchema } from '#contract/claims.ts';
import {
  hiddenListingSchema,
  hideListingSchema,
  reportFormSchema,
  reportSchema,
  reportsQuerySchema,
} from '#contract/reports.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress } from '../http/rate-limit.ts';
import { requireAdmin } from '../http/sessions.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { closeReport, createReport, listReports } from '../reports/reports.ts';
import { approveClaim, declineClaim, listClaims } from './claims.ts';
import { hideListing, listHiddenListings, showListing } from './hiding.ts';
import { errorResponses, requireAdministrator, withPageHeaders } from './routes.ts';

const tags = ['Administration'];
const params = z.object({ id: idSchema });
const onRequest = requireAdministrator;
const changeErrorResponses = { ...errorResponses, 404: apiErrorSchema, 409: apiErrorSchema };

/** What is done about listings: visitors report them, the administrator hides them and decides of claims. */
export function adminListingRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.post(
    '/api/ads/:id/reports',
    {
      schema: {
        tags: ['Listings'],
        summary: 'Reports a listing to the administrator',
        params,
        body: reportFormSchema,
        response: { 201: messageResponseSchema, 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const reporterId = request.signedIn?.accountId ?? null;
      const address = getClientAddress(request);
      await createReport(db, { ...request.body, listingId: request.params.id, reporterId, address });
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
        response: { 200: z.array(reportSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { reports, ...list } = await listReports(db, request.query);
      return withPageHeaders(reply, reports, list);
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
        response: { 200: reportSchema, ...changeErrorResponses },
      },
    },
    (request) => closeReport(db, { id: request.params.id, by: requireAdmin(request).accountId }),
  );

  api.get(
    '/api/admin/ads/hidden',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The hidden listings, the last hidden first',
        querystring: listQuerySchema,
        response: { 200: z.array(hiddenListingSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { listings: ads, ...list } = await listHiddenListings(db, request.query);
      return withPageHeaders(reply, ads, list);
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
        body: hideListingSchema,
        response: { 200: hiddenListingSchema, ...changeErrorResponses },
      },
    },
    (request) => {
      const { accountId: by } = requireAdmin(request);
      return hideListing(db, { id: request.params.id, by, reason: request.body.reason }, deps);
    },
  );

  api.post(
    '/api/admin/ads/:id/show',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Shows a hidden listing again',
        params,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      await showListing(db, { id: request.params.id, by: requireAdmin(request).accountId }, deps);
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
        response: { 200: z.array(adminClaimSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { claims, ...list } = await listClaims(db, request.query);
      return withPageHeaders(reply, claims, list);
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
        response: { 200: adminClaimSchema, ...changeErrorResponses },
      },
    },
    (request) => approveClaim(db, { id: request.params.id, by: requireAdmin(request).accountId }, deps),
  );

  api.post(
    '/api/admin/claims/:id/decline',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Declines a claim with a reason that the claimant reads',
        params,
        body: claimDeclineSchema,
        response: { 200: adminClaimSchema, ...changeErrorResponses },
      },
    },
    (request) => {
      const { accountId: by } = requireAdmin(request);
      return declineClaim(db, { id: request.params.id, by, reason: request.body.reason }, deps);
    },
  );
}
