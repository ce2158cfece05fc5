import { shownEmailsChoiceSchema, shownEmailsSchema } from '#contract/ownership/shown-emails.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { chooseShownEmails, countShownEmails } from '#server/listings/lifecycle/shown-emails.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';

const tags = ['Your listings'];
const response = { 200: shownEmailsSchema, ...errorResponses };

/** `/api/user/shown-emails`: listings from before emails became private, whose owner has not chosen yet. */
export function shownEmailRoutes(api: Api, { db }: Pick<PostingDeps, 'db'>) {
  api.get(
    '/api/user/shown-emails',
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Count the listings that show their email although nobody chose so', response },
    },
    (request) => countShownEmails(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/shown-emails',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Hide the emails of these listings, or keep showing them',
        body: shownEmailsChoiceSchema,
        response,
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await chooseShownEmails(db, accountId, request.body.shown);
      return countShownEmails(db, accountId);
    },
  );
}
