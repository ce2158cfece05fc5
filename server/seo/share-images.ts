import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Texts } from '#server/content/texts.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { PURGED_FILE_CACHE_CONTROL } from '#server/photos/pictures.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import type { WebBuild } from '#server/platform/page-cache/web-build.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { ShareImageText } from './render-share-image.ts';
import { createShareTexts, pageNotFound } from './share-texts.ts';

// About 300 images.
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
// An image takes about 0.15 s of one core, and one is rendered at a time.
const MAX_QUEUE_LENGTH = 20;
const RETRY_SECONDS = 5;
const loadRenderer = () => import('./render-share-image.ts');
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * `/share/{path of a page}.png`: the image of a listing, place, category or post in link previews, 1200×630. `/share/ads/{id}.jpg`
 * shows the photo and the logo of a paid listing. Pages add a digest of the text and the pictures to the URL, so clients may
 * cache it for a year. It is rendered at the first request: rendering it when a listing is saved would store 100,000 images that
 * may never be requested.
 */
export function shareImageRoutes(
  api: Api,
  {
    db,
    gazetteer,
    storage,
    texts,
    web,
  }: { db: Kysely<DB>; gazetteer: Gazetteer; storage: Storage; texts: Texts; web: WebBuild },
) {
  const imageCache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const { findText, findListingText } = createShareTexts({ db, gazetteer, texts });
  const inFlight = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  for (const language of LANGUAGES) {
    api.get(
      toLocalPath('/share/*', language),
      { config: { language, isPurged: true }, schema: { hide: true, params: z.object({ '*': z.string().max(200) }) } },
      async (request, reply) => {
        const [, path = '', format] = /^(.*)\.(png|jpg)$/.exec(request.params['*']) ?? [];
        if (format === undefined) throw pageNotFound();
        const [image, type] =
          format === 'png'
            ? [await getSceneImage(await findText(path.split('/'))), 'image/png']
            : [await getPictureImage(path.split('/')), 'image/jpeg'];
        const [, id] = /^ads\/(\d+)$/.exec(path) ?? [];
        if (id !== undefined) setSurrogateKeys(reply, [listingKey({ id: Number(id) })]);
        const cacheControl = id === undefined ? CACHE_CONTROL : PURGED_FILE_CACHE_CONTROL;
        return reply.type(type).header('cache-control', cacheControl).send(image);
      },
    );
  }

  const getSceneImage = (text: ShareImageText) =>
    getImage(JSON.stringify(text), async () => {
      const { renderSceneImage } = await loadRenderer();
      return renderSceneImage(await web.entry(), text);
    });

  async function getPictureImage([kind, id = '', ...rest]: string[]): Promise<Buffer> {
    if (kind !== 'ads' || rest.length > 0) throw pageNotFound();
    const { text, pictures } = await findListingText(id);
    if (!pictures) throw pageNotFound();
    const key = JSON.stringify([text, pictures.photo?.name, pictures.logo?.name]);
    return getImage(key, async () => {
      const { renderPictureImage } = await loadRenderer();
      return renderPictureImage(await web.entry(), storage, text, pictures);
    });
  }

  async function getImage(key: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const known = imageCache.get(key) ?? inFlight.get(key);
    if (known) return known;
    if (inFlight.size >= MAX_QUEUE_LENGTH)
      throw new Unavailable(t('We’re processing a lot of photos right now. Try again in a minute.'), RETRY_SECONDS);
    const image = last.then(render);
    inFlight.set(key, image);
    // The caller gets the failure; the queue goes on.
    last = image.catch(() => {});
    try {
      imageCache.set(key, await image);
    } finally {
      inFlight.delete(key);
    }
    return image;
  }
}
