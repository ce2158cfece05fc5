import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { LIST_LIMIT, slugSchema } from '#contract/api.ts';
import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { z } from '#contract/zod.ts';
import { findCategory } from '#server/categories/categories.ts';
import { listPosts } from '#server/content/shown-texts.ts';
import { toBlogSurrogateKey } from '#server/content/surrogate-keys.ts';
import { findKind, splitTextKey } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';
import type { FeaturedCounts } from '#server/listings/read/featured-rotation.ts';
import { listListings } from '#server/listings/read/list.ts';
import { inCategory, inCounty, inPlace, type ListingScope } from '#server/listings/read/scopes.ts';
import { findCounty } from '#server/places/counties.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { findPlace, getCategoryName, getCountyName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { FEED_FORMATS, type Feed } from './feed-formats.ts';

/** `/blog/rss.xml` and `/blog/atom.xml`, and the same for every county, city and category with its newest listings. */
export function feedRoutes(
  api: Api,
  deps: { db: Kysely<DB>; gazetteer: Gazetteer; featuredCounts: FeaturedCounts; site: Site; texts: Texts },
) {
  const { gazetteer, site, texts } = deps;
  const kinds = LANGUAGES.flatMap((language) =>
    Object.entries(FEED_FORMATS).map(([format, kind]) => ({ language, format, ...kind })),
  );
  for (const { language, format, of, type } of kinds) {
    const config = { cacheable: true, language };
    const send = (reply: FastifyReply, feed: Feed) => reply.type(`${type}; charset=utf-8`).send(of(site, feed));

    api.get(
      toLocalPath(`/blog/${format}.xml`, language),
      { config, schema: { hide: true } },
      async (_request, reply) => {
        const now = getDatabaseTime();
        const isPost = (key: string) => findKind(key) === 'post' && splitTextKey(key).language === language;
        const nextChange = texts.findNextChange(isPost, now);
        setSurrogateKeys(reply, [SETTINGS_KEY, toBlogSurrogateKey(language)], nextChange);
        return send(reply, createPostFeed(now));
      },
    );

    for (const [kind, findSubject] of Object.entries(findFeedSubject)) {
      const params = z.object({ slug: slugSchema });
      api.get(
        toLocalPath(`/${kind}/:slug/${format}.xml`, language),
        { config, schema: { hide: true, params } },
        async (request, reply) => {
          const { slug } = request.params;
          return send(reply, await createListingFeed(reply, `/${kind}/${slug}`, findSubject(gazetteer, slug)));
        },
      );
    }
  }

  function createPostFeed(now: number): Feed {
    // Without those that are not translated: a feed is in one language.
    const posts = listPosts(texts, [getLanguage()], now);
    if (posts.length === 0) throw new NotFound(t('Page not found.'));
    return {
      title: t('{site} blog', { site: site.name }),
      path: '/blog',
      description: t('For local business owners in Southern California.'),
      entries: posts.map(({ title, slug, excerpt, date }) => ({
        title,
        path: `/blog/${slug}`,
        summary: excerpt,
        at: new Date(date),
      })),
    };
  }

  async function createListingFeed(reply: FastifyReply, path: string, { name, scope }: FeedSubject): Promise<Feed> {
    const {
      listings: ads,
      surrogateKeys: keys,
      expiresAt: until,
    } = await listListings(deps, scope, { limit: LIST_LIMIT.default, sort: 'newest' });
    setSurrogateKeys(reply, [...keys, SETTINGS_KEY], until);
    return {
      title: t('{name}: new on {site}', { name, site: site.name }),
      path,
      description: t('The newest listings of local businesses: {name}.', { name }),
      entries: ads.map(({ id, title, description, createdAt, category }) => ({
        title,
        path: `/ads/${id}`,
        summary: description,
        at: new Date(createdAt),
        category: category.name,
      })),
    };
  }
}

/** The subject of a feed of listings. */
interface FeedSubject {
  name: string;
  scope: ListingScope | null;
}

const findFeedSubject: Record<string, (gazetteer: Gazetteer, slug: string) => FeedSubject> = {
  county(gazetteer, slug) {
    const county = findCounty(gazetteer, slug);
    return { name: getCountyName(county), scope: inCounty(county) };
  },
  city(gazetteer, slug) {
    const place = findPlace(gazetteer, slug);
    return { name: place.name, scope: inPlace({ type: 'city', place }) };
  },
  category(gazetteer, slug) {
    const category = findCategory(gazetteer, slug);
    return { name: getCategoryName(category), scope: inCategory(category) };
  },
};
