import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import {
  blogPostSchema,
  blogSchema,
  helpSchema,
  helpSectionSchema,
  homeTextsSchema,
  policySchema,
} from '#contract/content.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../http/api.ts';
import { NotFound } from '../http/errors.ts';
import { getDatabaseTime, setSurrogateKeys } from '../page-cache/cache-plugin.ts';
import {
  BLOG_SURROGATE_KEY,
  findKind,
  HELP_SURROGATE_KEY,
  POLICY_KEYS,
  toPostKey,
  toSurrogateKeys,
} from './text-keys.ts';
import { getHelp, listPosts, type Texts } from './texts.ts';

const config = { cacheable: true };
const tags = ['Texts'];

/** The texts that pages show: each as it is in the release, or as the staff published it. */
export function textRoutes(api: Api, { texts }: { texts: Texts }) {
  api.get(
    '/api/texts/blog',
    { config, schema: { tags, summary: 'List the posts of the blog, newest first', response: { 200: blogSchema } } },
    async (_request, reply) => {
      const now = getDatabaseTime();
      setSurrogateKeys(
        reply,
        [BLOG_SURROGATE_KEY],
        texts.findNextChange((key) => findKind(key) === 'post', now),
      );
      return { posts: listPosts(texts, now) };
    },
  );

  api.get(
    '/api/texts/blog/:slug',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a post of the blog',
        params: z.object({ slug: slugSchema }),
        response: { 200: blogPostSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const key = toPostKey(request.params.slug);
      const now = getDatabaseTime();
      const post = texts.find('post', key, now);
      if (!post) throw new NotFound('Post not found');
      const [ownKey = ''] = toSurrogateKeys(key);
      setSurrogateKeys(
        reply,
        [ownKey],
        texts.findNextChange((other) => other === key, now),
      );
      return post;
    },
  );

  api.get(
    '/api/texts/help',
    { config, schema: { tags, summary: 'Retrieve the help', response: { 200: helpSchema } } },
    async (_request, reply) => {
      const now = getDatabaseTime();
      const isOfHelp = (key: string) => ['help', 'words'].includes(findKind(key) ?? '');
      setSurrogateKeys(reply, [HELP_SURROGATE_KEY], texts.findNextChange(isOfHelp, now));
      return getHelp(texts, now);
    },
  );

  const singles = [
    ['home', 'home', 'the words of the home page', homeTextsSchema],
    ['contact-faq', 'faq', 'the questions of the contact page', helpSectionSchema],
    ...POLICY_KEYS.map((key) => [key, 'policy', `the ${key.replaceAll('-', ' ')}`, policySchema] as const),
  ] as const;
  for (const [key, kind, name, schema] of singles) {
    api.get(
      `/api/texts/${key}`,
      {
        config,
        schema: { tags, summary: `Retrieve ${name}`, response: { 200: schema as z.ZodType, 404: apiErrorSchema } },
      },
      async (_request, reply) => {
        const now = getDatabaseTime();
        const text = texts.find(kind, key, now);
        if (!text) throw new NotFound('There’s no such text.');
        setSurrogateKeys(
          reply,
          toSurrogateKeys(key),
          texts.findNextChange((other) => other === key, now),
        );
        return text;
      },
    );
  }
}
