import { textChangeSchema, textDraftSchema, textPublicationSchema } from '#contract/admin/text-changes.ts';
import { textSummariesSchema } from '#contract/admin/texts.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { tags } from '#server/staff/route-options.ts';
import type { Target } from './change-text.ts';
import { deletePost, removePost } from './edit-posts.ts';
import { cancelScheduled, discardDraft, keepEdited, publishText, resetText, saveDraft } from './edit-texts.ts';
import type { TextDeps } from './find-texts.ts';
import { getText, listTexts } from './list-texts.ts';
import { bodyLimit, onRequest, params, response } from './text-route-options.ts';

/** The changes of a text that need no other input than a note. */
const CHANGES: Record<string, { summary: string; work: (deps: TextDeps, target: Target) => Promise<void> }> = {
  discard: { summary: 'Discard the draft of a text', work: discardDraft },
  cancel: { summary: 'Make a draft again of the version that waits', work: cancelScheduled },
  reset: { summary: 'Show the text of the release again', work: resetText },
  remove: { summary: 'Take the page of a post away', work: removePost },
  keep: { summary: 'Stay with the edited text although the release has a newer one', work: keepEdited },
};

/** Changes the texts of the site: drafts, publications and what needs no other input. */
export function textChangeRoutes(api: Api, deps: TextDeps) {
  api.put(
    '/api/admin/texts/:key/draft',
    {
      onRequest,
      bodyLimit,
      schema: { tags, summary: 'Save the draft of a text', params, body: textDraftSchema, response },
    },
    async (request) => {
      const { version, ...source } = request.body;
      const { accountId: by } = requireUser(request);
      await saveDraft(deps, { ...request.params, version, by }, source);
      return getText(deps, request.params.key);
    },
  );

  api.post(
    '/api/admin/texts/:key/publish',
    {
      onRequest,
      bodyLimit,
      schema: { tags, summary: 'Publish a text now or at a time', params, body: textPublicationSchema, response },
    },
    async (request) => {
      const { version, note, ...publication } = request.body;
      const { accountId: by } = requireUser(request);
      await publishText(deps, { ...request.params, version, note, by }, publication);
      return getText(deps, request.params.key);
    },
  );

  api.post(
    '/api/admin/texts/:key/delete',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a post that was never published',
        params,
        body: textChangeSchema,
        response: { ...response, 200: textSummariesSchema },
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await deletePost(deps, { ...request.params, ...request.body, by });
      return { texts: await listTexts(deps) };
    },
  );

  for (const [name, { summary, work }] of Object.entries(CHANGES)) {
    api.post(
      `/api/admin/texts/:key/${name}`,
      { onRequest, schema: { tags, summary, params, body: textChangeSchema, response } },
      async (request) => {
        const { accountId: by } = requireUser(request);
        await work(deps, { ...request.params, ...request.body, by });
        return getText(deps, request.params.key);
      },
    );
  }
}
