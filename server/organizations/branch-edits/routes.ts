import type { FastifyRequest } from 'fastify';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  type BranchChanges,
  branchEditResultSchema,
  branchEditSchema,
  branchEditsSchema,
  branchUndoSchema,
  sharedFieldsSchema,
  sharedValuesSchema,
} from '#contract/ownership/branch-edits.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { requireOrganizationOf, tags } from '#server/organizations/routes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { type BranchEditDeps, type BranchEditor, editBranches } from './edit-branches.ts';
import { findShared } from './shared-values.ts';
import { listBranchEdits, undoBranchEdit } from './undo-edit.ts';

const onRequest = requireSignedIn;
const byId = z.object({ id: idSchema });
const errors = { ...errorResponses, 404: apiErrorSchema };
// Each may change 200 listings.
const RATE_LIMIT = { limit: 120, windowSeconds: 3600 };

/** Edits several branches at once, for the owner and those who manage all of the owner's listings. */
export function branchEditRoutes(api: Api, deps: BranchEditDeps) {
  editRoutes(api, deps);
  sharedRoutes(api, deps);
}

function editRoutes(api: Api, deps: BranchEditDeps) {
  api.post(
    '/api/user/organizations/:id/edits',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Give several branches the same values, or say what that would change',
        params: byId,
        body: branchEditSchema,
        response: { 200: branchEditResultSchema, ...errors },
      },
    },
    async (request) => editBranches(deps, await requireEditor(deps, request), request.body),
  );

  api.get(
    '/api/user/organizations/:id/edits',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the edits of several branches in the past 30 days, newest first',
        params: byId,
        response: { 200: branchEditsSchema, ...errors },
      },
    },
    async (request) => listBranchEdits(deps.db, await requireOrganizationOf(deps, request, 'edit')),
  );

  api.post(
    '/api/user/organizations/:id/edits/:editId/undo',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Undo an edit of several branches, except where something else was changed since',
        params: byId.extend({ editId: idSchema }),
        response: { 200: branchUndoSchema, ...errors },
      },
    },
    async (request) => undoBranchEdit(deps, await requireEditor(deps, request), request.params.editId),
  );
}

function sharedRoutes(api: Api, deps: BranchEditDeps) {
  api.get(
    '/api/user/organizations/:id/shared',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve the values that the branches of a business share',
        params: byId,
        response: { 200: sharedValuesSchema, ...errors },
      },
    },
    async (request) => ({ values: await findShared(deps.db, await requireOrganizationOf(deps, request, 'read')) }),
  );

  api.post(
    '/api/user/organizations/:id/branches/:listingId/shared',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Give a branch the shared values again in fields that it keeps for itself',
        params: byId.extend({ listingId: idSchema }),
        body: sharedFieldsSchema,
        response: { 200: branchEditResultSchema, ...errors },
      },
    },
    async (request) => {
      const editor = await requireEditor(deps, request);
      const shared = await findShared(deps.db, editor.organization);
      const changes = Object.fromEntries(
        request.body.fields.flatMap((name) => (name in shared ? [[name, shared[name]]] : [])),
      );
      if (Object.keys(changes).length === 0) throw new Conflict(t('The branches don’t share this.'));
      return editBranches(deps, editor, {
        listings: [request.params.listingId],
        changes: changes as BranchChanges,
        dryRun: false,
        shared: false,
      });
    },
  );
}

async function requireEditor(
  deps: BranchEditDeps,
  request: FastifyRequest<{ Params: z.output<typeof byId> }>,
): Promise<BranchEditor> {
  const organization = await requireOrganizationOf(deps, request, 'edit');
  await consumeRateLimit(deps.db, `branch-edits:${organization.ownerId}`, RATE_LIMIT);
  return { organization, accountId: requireUser(request).accountId };
}
