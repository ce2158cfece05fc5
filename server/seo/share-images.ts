import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { resolveCategory } from '../categories/categories.ts';
import { toPostName, withFallback } from '../content/text-keys.ts';
import type { Texts } from '../content/texts.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { NotFound, Unavailable } from '../http/errors.ts';
import { getLanguage } from '../http/request-language.ts';
import { findListingRow } from '../listings/read/listings.ts';
import { presentListing } from '../listings/read/presenter.ts';
import { getDatabaseTime } from '../page-cache/cache-plugin.ts';
import type { WebBuild } from '../page-cache/web-build.ts';
import type { StoredPicture } from '../photos/pictures.ts';
import { findCounty } from '../places/counties.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { findLocation, findPlace } from '../places/places.ts';
import { getCategoryName, getCountyInSentence, getCountyName, getLocationName } from '../places/shown-names.ts';
import { findZipCode } from '../places/zip-codes.ts';
import type { Storage } from '../storage/storage.ts';
import {
  renderPictureImage,
  renderSceneImage,
  type SharedPictures,
  type ShareImageText,
} from './render-share-image.ts';

// About 300 images.
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
// An image takes about 0.15 s of one core, and one is rendered at a time.
const MAX_QUEUE_LENGTH = 20;
const RETRY_SECONDS = 5;
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * `/share/{path of a page}.png`: the image of a listing, place, category or post in link previews, 1200×630. `/share/ads/{id}.jpg`
 * shows the photo and the logo of a paid listing. Pages add a digest of the text and the pictures to the URL, so clients may
 * cache it for a year. It is rendered at the first request.
 * See docs/decisions/0035-share-images-on-demand.md.
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
  const inFlight = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  for (const language of LANGUAGES) {
    api.get(
      toLocalPath('/share/*', language),
      { config: { language }, schema: { hide: true, params: z.object({ '*': z.string().max(200) }) } },
      async (request, reply) => {
        const [, path = '', format] = /^(.*)\.(png|jpg)$/.exec(request.params['*']) ?? [];
        if (format === undefined) throw pageNotFound();
        const [image, type] =
          format === 'png'
            ? [await getSceneImage(await findText(path.split('/'))), 'image/png']
            : [await getPictureImage(path.split('/')), 'image/jpeg'];
        return reply.type(type).header('cache-control', CACHE_CONTROL).send(image);
      },
    );
  }

  const getSceneImage = (text: ShareImageText) =>
    getImage(JSON.stringify(text), async () => renderSceneImage(await web.entry(), text));

  async function getPictureImage([kind, id = '', ...rest]: string[]): Promise<Buffer> {
    if (kind !== 'ads' || rest.length > 0) throw pageNotFound();
    const { text, pictures } = await findListingText(id);
    if (!pictures) throw pageNotFound();
    const key = JSON.stringify([text, pictures.photo?.name, pictures.logo?.name]);
    return getImage(key, async () => renderPictureImage(await web.entry(), storage, text, pictures));
  }

  async function getImage(key: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const known = imageCache.get(key) ?? inFlight.get(key);
    if (known) return known;
    if (inFlight.size >= MAX_QUEUE_LENGTH)
      throw new Unavailable(t('We’re processing a lot of photos right now. Try again in a minute.'), RETRY_SECONDS);
    const image = last.then(render);
    inFlight.set(key, image);
    last = image.catch(() => {});
    try {
      imageCache.set(key, await image);
    } finally {
      inFlight.delete(key);
    }
    return image;
  }

  async function findText([kind = '', slug, part, ...rest]: string[]): Promise<ShareImageText> {
    if (rest.length > 0 || (part !== undefined && kind !== 'city')) throw pageNotFound();
    if (kind === 'site' && slug === undefined)
      return { title: t('Southern California’s local pages'), line: '', county: null, seed: 0 };
    if (slug === undefined) return findLocationText(kind);
    switch (kind) {
      case 'ads':
        return (await findListingText(slug)).text;
      case 'blog': {
        const post = texts.find('post', toPostName(slug), withFallback(getLanguage()), getDatabaseTime());
        if (!post) throw pageNotFound();
        return { title: post.title, line: t('From our blog'), county: post.county, seed: post.title.length };
      }
      case 'county': {
        const county = findCounty(gazetteer, slug);
        return { title: getCountyName(county), line: t('Local business directory'), county: slug, seed: 0 };
      }
      case 'city': {
        const { name, county, id } = findPlace(gazetteer, slug);
        const title =
          part === undefined
            ? name
            : t('{category} in {place}', { category: getCategoryName(resolveCategory(gazetteer, part)), place: name });
        const line = t('Local businesses in {place}', { place: getCountyInSentence(county) });
        return { title, line, county: county.slug, seed: id };
      }
      case 'zip': {
        const { zip, place, county } = findZipCode(gazetteer, slug);
        const line = place
          ? t('Local businesses in {place}, {county}', { place: place.name, county: getCountyName(county) })
          : t('Local businesses in {place}', { place: getCountyInSentence(county) });
        return { title: zip, line, county: county.slug, seed: Number(zip) };
      }
      case 'category': {
        const category = resolveCategory(gazetteer, slug);
        const title = getCategoryName(category);
        return { title, line: t('In Southern California'), county: null, seed: category.id };
      }
      default:
        throw pageNotFound();
    }
  }

  function findLocationText(slug: string): ShareImageText {
    const found = findLocation(gazetteer, slug);
    if (found.type !== 'location') throw pageNotFound();
    const { county, id } = found.location;
    return {
      title: getLocationName(found.location),
      line: t('Local businesses and offers'),
      county: county.slug,
      seed: id,
    };
  }

  async function findListingText(number: string): Promise<{ text: ShareImageText; pictures: SharedPictures | null }> {
    if (!/^[1-9]\d{0,14}$/.test(number)) throw pageNotFound();
    const row = await findListingRow(db, Number(number));
    const { title, category, city, county, id, isFeatured, sample } = presentListing(row, gazetteer);
    const kind = t('{category} in {place}', { category: category.name, place: city.name });
    const line = sample ? t('Sample · {kind}', { kind }) : kind;
    const text = { title, line, county: county.slug, seed: id };
    const [photo = row.image_copy] = row.photos as unknown as (StoredPicture | null)[];
    const pictures = { photo, logo: row.logo } as unknown as SharedPictures;
    return { text, pictures: isFeatured && (pictures.photo || pictures.logo) ? pictures : null };
  }
}

const pageNotFound = () => new NotFound(t('Page not found.'));
