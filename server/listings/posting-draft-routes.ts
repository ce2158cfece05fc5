import { messageResponseSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { postingDraftFormSchema, postingDraftSchema } from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { deletePostingDraft, readPostingDraft, savePostingDraft } from '#server/listings/write/posting-draft.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';

const tags = ['Your listings'];
const onRequest = requireSignedIn;
const url = '/api/user/posting-draft';

/** The form of a new listing that was typed and not posted, which continues on another device. */
export function postingDraftRoutes(api: Api, { db }: Pick<PostingDeps, 'db'>) {
  api.get(
    url,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Read the form of a new listing that was typed and not posted; null where there is none',
        response: { 200: z.object({ draft: postingDraftSchema.nullable() }), ...errorResponses },
      },
    },
    async (request) => ({ draft: await readPostingDraft(db, requireUser(request).accountId) }),
  );

  api.put(
    url,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Keep what was typed into the form of a new listing',
        body: postingDraftFormSchema,
        response: { 200: postingDraftSchema.pick({ savedAt: true }), ...errorResponses },
      },
    },
    async (request) => ({
      savedAt: await savePostingDraft(db, requireUser(request).accountId, request.body.content),
    }),
  );

  api.delete(
    url,
    {
      onRequest,
      schema: { tags, summary: 'Delete it', response: { 200: messageResponseSchema, ...errorResponses } },
    },
    async (request) => {
      await deletePostingDraft(db, requireUser(request).accountId);
      return { message: t('Deleted.') };
    },
  );
}
