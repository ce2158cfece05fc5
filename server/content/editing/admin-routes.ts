import { newPostSchema } from '#contract/admin/text-changes.ts';
import {
  textPreviewSchema,
  textSourceSchema,
  textSummariesSchema,
  versionNumberSchema,
} from '#contract/admin/texts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import type { Api } from '#server/platform/http/api.ts';
import { TooManyRequests } from '#server/platform/http/errors.ts';
import { inMemoryRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { textChangeRoutes } from './change-routes.ts';
import { type PreviewEmails, previewText } from './check-text.ts';
import type { LinkDeps } from './dead-links.ts';
import { addPost } from './edit-posts.ts';
import type { TextDeps } from './find-texts.ts';
import { getText, listTexts } from './list-texts.ts';
import { bodyLimit, onRequest, params, response } from './text-route-options.ts';
import { getVersion } from './text-versions.ts';

/** Of one member of the staff, who gets one with each pause while typing. */
const PREVIEW_RATE_LIMIT = { limit: 120, windowSeconds: 60 };

/** Lists, drafts, previews and publishes the texts of the site. */
export function adminTextRoutes(
  api: Api,
  { db, texts, pages, previewEmails }: TextDeps & Pick<LinkDeps, 'pages'> & { previewEmails: PreviewEmails },
) {
  const deps = { db, texts };
  const links: LinkDeps = { pages, getStatus: async (url) => (await api.inject(url)).statusCode };
  const consume = inMemoryRateLimit(PREVIEW_RATE_LIMIT, 'refuse');

  api.get(
    '/api/admin/texts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List all texts with their state',
        response: { 200: textSummariesSchema, ...changeErrorResponses },
      },
    },
    async () => ({ texts: await listTexts(deps) }),
  );

  api.post(
    '/api/admin/texts',
    { onRequest, schema: { tags, summary: 'Add a post as a draft', body: newPostSchema, response } },
    async (request) => getText(deps, await addPost(deps, request.body, requireUser(request).accountId)),
  );

  api.get(
    '/api/admin/texts/:key',
    { onRequest, schema: { tags, summary: 'Retrieve a text with its draft and versions', params, response } },
    async (request) => getText(deps, request.params.key),
  );

  api.get(
    '/api/admin/texts/:key/versions/:number',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve what was published as a version',
        params: versionNumberSchema,
        response: { ...response, 200: textSourceSchema },
      },
    },
    async (request) => getVersion(deps, request.params.key, request.params.number),
  );

  api.post(
    '/api/admin/texts/:key/preview',
    {
      onRequest,
      bodyLimit,
      schema: {
        tags,
        summary: 'Check and render a text without saving it',
        params,
        body: textSourceSchema,
        response: { ...changeErrorResponses, 200: textPreviewSchema, 429: apiErrorSchema },
      },
    },
    async (request) => {
      const retryAfter = consume(String(requireUser(request).accountId));
      if (retryAfter > 0) throw new TooManyRequests(retryAfter, 'previews');
      const text = await getText(deps, request.params.key);
      return previewText(texts, text, request.body, { ...links, db, previewEmails });
    },
  );

  textChangeRoutes(api, deps);
}
