import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { dateRangeQuerySchema } from '#contract/analytics.ts';
import { apiErrorSchema, idSchema, slugSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingRight } from '#contract/ownership/members.ts';
import {
  branchNumbersSchema,
  branchRoutingSchema,
  brandQuerySchema,
  brandSchema,
  newOrganizationSchema,
  organizationChangeSchema,
  organizationPageSchema,
  organizationSchema,
} from '#contract/ownership/organizations.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { parseDateRange } from '#server/analytics/date-range.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { requireOrganization } from './access.ts';
import { listBranches } from './branches.ts';
import { findBrand } from './brand.ts';
import { getNumbers } from './numbers.ts';
import {
  createOrganization,
  deleteOrganization,
  findOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts';
import { routeLeads } from './routing.ts';

export const tags = ['Branches'];
const failures = { ...errorResponses, 404: apiErrorSchema };
const byId = z.object({ id: idSchema });
const onRequest = requireSignedIn;
const RATE_LIMIT = { limit: 60, windowSeconds: 3600 };

export interface OrganizationDeps {
  db: Kysely<DB>;
  /** May be a replica. */
  reads: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** Businesses with branches, in the accounts of their owners and of those who help them. */
export function organizationRoutes(api: Api, deps: OrganizationDeps) {
  const { db } = deps;

  api.get(
    '/api/user/organizations',
    {
      config: { keyScope: 'listings:read' },
      onRequest,
      schema: {
        tags,
        summary: 'List the businesses with branches of the account, and of owners whom it helps with all listings',
        response: { 200: z.array(organizationSchema), ...failures },
      },
    },
    (request) => listOrganizations(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/organizations',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Create a business with listings of the account as its branches',
        body: newOrganizationSchema,
        response: { 201: organizationPageSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await consumeRateLimit(db, `organizations:${accountId}`, RATE_LIMIT);
      const id = await createOrganization(db, accountId, request.body);
      return reply.code(201).send(await findPage(deps, accountId, id));
    },
  );

  organizationRoute(api, deps);
  branchRoutes(api, deps);
  brandRoute(api, deps);
}

function organizationRoute(api: Api, deps: OrganizationDeps) {
  const { db } = deps;
  const response = { 200: organizationPageSchema, ...failures };

  api.get(
    '/api/user/organizations/:id',
    {
      config: { keyScope: 'listings:read' },
      onRequest,
      schema: { tags, summary: 'Retrieve a business with its branches', params: byId, response },
    },
    (request) => findPage(deps, requireUser(request).accountId, request.params.id),
  );

  api.patch(
    '/api/user/organizations/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change what a business says of itself, add or remove branches',
        params: byId,
        body: organizationChangeSchema,
        response,
      },
    },
    async (request) => {
      const { add, remove, ...words } = request.body;
      const right = Object.keys(words).length > 0 ? 'own' : 'edit';
      const key = await requireOrganizationOf(deps, request, right);
      await updateOrganization(db, key, request.body);
      return findPage(deps, requireUser(request).accountId, key.id);
    },
  );

  api.delete(
    '/api/user/organizations/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a business and its page; its listings stay',
        params: byId,
        response: { 200: messageResponseSchema, ...failures },
      },
    },
    async (request) => {
      await deleteOrganization(db, await requireOrganizationOf(deps, request, 'own'));
      return { message: t('The business was deleted. Its listings are still there.') };
    },
  );
}

function branchRoutes(api: Api, deps: OrganizationDeps) {
  const { db } = deps;

  api.get(
    '/api/user/organizations/:id/numbers',
    {
      config: { keyScope: 'analytics:read' },
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve the metrics of the branches for a range of days, by default the past 30, and their sum',
        params: byId,
        querystring: dateRangeQuerySchema,
        response: { 200: branchNumbersSchema, ...failures },
      },
    },
    async (request) =>
      getNumbers(db, await requireOrganizationOf(deps, request, 'read'), parseDateRange(request.query)),
  );

  api.put(
    '/api/user/organizations/:id/branches/:listingId',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Choose who is emailed of new messages to a branch',
        params: byId.extend({ listingId: idSchema }),
        body: branchRoutingSchema,
        response: { 200: messageResponseSchema, ...failures },
      },
    },
    async (request) => {
      const key = await requireOrganizationOf(deps, request, 'own');
      await routeLeads(db, { ...key, listingId: request.params.listingId }, request.body);
      return { message: t('Saved.') };
    },
  );
}

function brandRoute(api: Api, { reads, gazetteer }: OrganizationDeps) {
  api.get(
    '/api/brands/:slug',
    {
      config: { cacheable: true },
      schema: {
        tags,
        summary: 'Retrieve the public page of a business with two or more published branches',
        params: z.object({ slug: slugSchema }),
        querystring: brandQuerySchema,
        response: { 200: brandSchema, 400: apiErrorSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { brand, surrogateKeys, expiresAt } = await findBrand(reads, gazetteer, {
        ...request.params,
        ...request.query,
      });
      setSurrogateKeys(reply, surrogateKeys, expiresAt);
      return brand;
    },
  );
}

/** The organization of a request's path, if the account has a right to it. @throws {NotFound} see `requireOrganization` */
export const requireOrganizationOf = (
  { db }: Pick<OrganizationDeps, 'db'>,
  request: FastifyRequest<{ Params: z.output<typeof byId> }>,
  right: ListingRight,
) => requireOrganization(db, { accountId: requireUser(request).accountId, id: request.params.id }, right);

async function findPage({ db, gazetteer }: OrganizationDeps, accountId: number, id: number) {
  const key = await requireOrganization(db, { accountId, id }, 'read');
  return { ...(await findOrganization(db, accountId, id)), branches: await listBranches(db, gazetteer, key) };
}
