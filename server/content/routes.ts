import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import {
  blogSchema,
  helpSchema,
  helpSectionSchema,
  homeTextsSchema,
  policySchema,
  publicPostSchema,
} from '#contract/content.ts';
import { LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { PLANS_KEY } from '#server/payments/plans/offers.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { insertPrices } from './prices.ts';
import { getHelp, listLanguages, listPosts } from './shown-texts.ts';
import { toBlogSurrogateKey, toHelpSurrogateKey, toSurrogateKeys } from './surrogate-keys.ts';
import { findKind, POLICY_NAMES, splitTextKey, toPostName, toTextKey, withFallback } from './text-keys.ts';
import type { Texts } from './texts.ts';

const config = { cacheable: true };
const tags = ['Texts'];

/**
 * The texts that pages show: each as it is in the release, or as the staff published it, in the language of the request; in English what is
 * not translated.
 */
export function textRoutes(api: Api, { db, texts }: { db: Kysely<DB>; texts: Texts }) {
  /** Fills in prices, and says on which texts and prices the answer depends: on the texts of a name in these languages. */
  async function answerText<Text>(
    reply: FastifyReply,
    text: Text,
    { name, languages, now }: { name: string; languages: readonly Language[]; now: number },
  ): Promise<Text> {
    const keys = [...new Set(languages)].map((language) => toTextKey(name, language));
    return answer(reply, text, {
      surrogateKeys: keys.flatMap((key) => toSurrogateKeys(key).slice(0, 1)),
      expiresAt: texts.findNextChange((key) => keys.includes(key), now),
    });
  }

  async function answer<Text>(
    reply: FastifyReply,
    text: Text,
    { surrogateKeys, expiresAt }: { surrogateKeys: string[]; expiresAt: Date | null },
  ): Promise<Text> {
    const { text: filled, hasPrices, nextChange } = await insertPrices(db, text);
    const ends = [expiresAt, nextChange].filter((at) => at !== null).map(Number);
    setSurrogateKeys(
      reply,
      hasPrices ? [...surrogateKeys, PLANS_KEY] : surrogateKeys,
      ends.length > 0 ? new Date(Math.min(...ends)) : null,
    );
    return filled;
  }

  api.get(
    '/api/texts/blog',
    { config, schema: { tags, summary: 'List the posts of the blog, newest first', response: { 200: blogSchema } } },
    async ({ language }, reply) => {
      const now = getDatabaseTime();
      const languages = withFallback(language);
      const isPost = (key: string) => findKind(key) === 'post' && languages.includes(splitTextKey(key).language);
      setSurrogateKeys(reply, languages.map(toBlogSurrogateKey), texts.findNextChange(isPost, now));
      return { posts: listPosts(texts, languages, now) };
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
        response: { 200: publicPostSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const name = toPostName(request.params.slug);
      const now = getDatabaseTime();
      const post = texts.find('post', name, withFallback(request.language), now);
      if (!post) throw new NotFound(t('Post not found'));
      const shown = { ...post, languages: listLanguages(texts, 'post', name, now) };
      return answerText(reply, shown, { name, languages: LANGUAGES, now });
    },
  );

  api.get(
    '/api/texts/help',
    { config, schema: { tags, summary: 'Retrieve the help', response: { 200: helpSchema } } },
    async ({ language }, reply) => {
      const now = getDatabaseTime();
      const help = getHelp(texts, withFallback(language), now);
      const languages = [...new Set([language, ...help.sections.map((section) => section.language)])];
      const isOfHelp = (key: string) =>
        ['help', 'words'].includes(findKind(key) ?? '') && languages.includes(splitTextKey(key).language);
      return answer(reply, help, {
        surrogateKeys: languages.map(toHelpSurrogateKey),
        expiresAt: texts.findNextChange(isOfHelp, now),
      });
    },
  );

  const singles = [
    ['home', 'home', 'the words of the home page', homeTextsSchema],
    ['contact-faq', 'faq', 'the questions of the contact page', helpSectionSchema],
    ...POLICY_NAMES.map((name) => [name, 'policy', `the ${name.replaceAll('-', ' ')}`, policySchema] as const),
  ] as const;
  for (const [name, kind, title, schema] of singles) {
    api.get(
      `/api/texts/${name}`,
      {
        config,
        schema: { tags, summary: `Retrieve ${title}`, response: { 200: schema as z.ZodType, 404: apiErrorSchema } },
      },
      async (request, reply) => {
        const now = getDatabaseTime();
        const text = texts.find(kind, name, withFallback(request.language), now);
        if (!text) throw new NotFound(t('There’s no such text.'));
        // On a translation that may come, and on the text that stands in for it.
        return answerText(reply, text, { name, languages: [request.language, text.language], now });
      },
    );
  }
}
