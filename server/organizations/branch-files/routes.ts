import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingFormValues } from '#contract/listing-form.ts';
import {
  addedBranchesSchema,
  type BranchPreview,
  branchFileSchema,
  branchPreviewSchema,
  newBranchesSchema,
} from '#contract/ownership/branch-files.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { toColumns } from '#server/listings/fields.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { OrganizationKey } from '#server/organizations/access.ts';
import { requireOrganizationOf, tags } from '#server/organizations/routes.ts';
import type { Api } from '#server/platform/http/api.ts';
import { HttpError, Invalid } from '#server/platform/http/errors.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { type BranchReader, withFile } from './branch-reader.ts';
import { writeGoogleSheet } from './google-sheet.ts';
import { matchBranches } from './match-branches.ts';
import { publishBranches, readForm } from './publish-branches.ts';
import type { ReadBranches } from './read-branches.ts';

const onRequest = requireSignedIn;
const params = z.object({ id: idSchema });
const errors = {
  ...errorResponses,
  404: apiErrorSchema,
  413: apiErrorSchema,
  422: apiErrorSchema,
  503: apiErrorSchema,
};
// Each takes a processor for a second or two.
const FILE_RATE_LIMIT = { limit: 40, windowSeconds: 3600 };
const SHEET_RATE_LIMIT = { limit: 20, windowSeconds: 3600 };
const BRANCH_RATE_LIMIT = { limit: 120, windowSeconds: 3600 };
const FILE_BODY_LIMIT = 1_400_000;
const BRANCHES_BODY_LIMIT = 200_000;

/** Adds branches by a file: it is read and shown first, then its rows are added. Both are for the owner alone. */
export function branchFileRoutes(api: Api, { readFile, ...deps }: PostingDeps & { readFile: BranchReader }) {
  const { db, gazetteer } = deps;

  api.get(
    '/api/user/ads/google-business-profile.csv',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Export the listings of the account in the columns of Google Business Profile',
        produces: ['text/csv'],
        response: { 401: apiErrorSchema, 403: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, response) => {
      const { accountId } = requireUser(request);
      await consumeRateLimit(db, `google-sheet:${accountId}`, SHEET_RATE_LIMIT);
      return response
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="google-business-profile.csv"')
        .send((await writeGoogleSheet(db, gazetteer, accountId)) as never);
    },
  );

  api.post(
    '/api/user/organizations/:id/branch-file',
    {
      bodyLimit: FILE_BODY_LIMIT,
      onRequest,
      schema: {
        tags,
        summary: 'Read a CSV file of branches, or the sheet of Google Business Profile: what its rows would become',
        params,
        body: branchFileSchema,
        response: { 200: branchPreviewSchema, ...errors },
      },
    },
    async (request) => {
      const organization = await requireOrganizationOf({ db }, request, 'own');
      await consumeRateLimit(db, `branch-file:${organization.ownerId}`, FILE_RATE_LIMIT);
      const { content, mapping, categoryId } = request.body;
      const read = await withFile(Buffer.from(content, 'base64'), (path) =>
        readFile({ path, mapping, categoryId: categoryId === '' ? null : Number(categoryId) }),
      );
      return toPreview(deps, organization, read);
    },
  );

  api.post(
    '/api/user/organizations/:id/branches',
    {
      bodyLimit: BRANCHES_BODY_LIMIT,
      onRequest,
      schema: {
        tags,
        summary:
          'Publish or claim branches, each of them wholly or not at all; those that were sent before stay as they are',
        params,
        body: newBranchesSchema,
        response: { 200: addedBranchesSchema, ...errors },
      },
    },
    async (request) => {
      const organization = await requireOrganizationOf({ db }, request, 'own');
      await consumeRateLimit(db, `branches:${organization.ownerId}`, BRANCH_RATE_LIMIT);
      return { results: await publishBranches(deps, organization, request.body.branches) };
    },
  );
}

async function toPreview(
  { db, gazetteer }: PostingDeps,
  { ownerId }: OrganizationKey,
  read: ReadBranches,
): Promise<BranchPreview> {
  const account = await db.selectFrom('accounts').select('email').where('id', '=', ownerId).executeTakeFirst();
  const forms = read.rows.map(({ form }) => ({ ...form, email: form.email || (account?.email ?? '') }));
  const matches = await matchBranches(db, { accountId: ownerId, ownerId }, forms);
  return {
    ...read,
    rows: read.rows.map(({ line, notes }, index) => {
      const form = forms[index] as ListingFormValues;
      const { match, listing } = matches[index] ?? { match: 'new', listing: null };
      return { line, form, notes, match, listing, issues: findIssues(gazetteer, form) };
    }),
  };
}

/** What posting the form would refuse, by the field. */
function findIssues(gazetteer: PostingDeps['gazetteer'], form: ListingFormValues): { path: string; message: string }[] {
  try {
    toColumns(gazetteer, readForm(form));
    return [];
  } catch (error) {
    if (error instanceof Invalid) return error.issues ?? [{ path: '', message: error.message }];
    if (error instanceof HttpError) return [{ path: '', message: t('This row can’t be listed.') }];
    throw error;
  }
}
