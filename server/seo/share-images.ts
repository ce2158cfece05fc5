import { createRequire } from 'node:module';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { z } from '#contract/zod.ts';
import { findCategory } from '../categories/categories.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { NotFound, Unavailable } from '../http/errors.ts';
import { findListingRow } from '../listings/read/listings.ts';
import { presentListing } from '../listings/read/presenter.ts';
import type { EntryServer, WebBuild } from '../page-cache/web-build.ts';
import { findCounty } from '../places/counties.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { findLocation, findPlace } from '../places/places.ts';
import { findZipCode } from '../places/zip-codes.ts';
import { listPosts } from './articles.ts';
import { escapeXml } from './escape-xml.ts';

/** The text of an image and its background scene. */
interface ShareImageText {
  title: string;
  line: string;
  /** The slug of a county; null for all of Southern California. */
  county: string | null;
  /** Selects a variant of the scene. */
  seed: number;
}

// About 300 images.
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
// An image takes about 0.15 s of one core, and one is rendered at a time.
const MAX_QUEUE_LENGTH = 20;
const RETRY_SECONDS = 5;
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * `/share/{path of a page}.png`: the image of a listing, place, category or post in link previews, 1200×630. Pages add a digest
 * of its text to the URL, so clients may cache it for a year. It is rendered at the first request.
 * See docs/decisions/0035-share-images-on-demand.md.
 */
export function shareImageRoutes(
  api: Api,
  { db, gazetteer, web }: { db: Kysely<DB>; gazetteer: Gazetteer; web: WebBuild },
) {
  const imageCache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const inFlight = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  api.get(
    '/share/*',
    { schema: { hide: true, params: z.object({ '*': z.string().max(200) }) } },
    async (request, reply) => {
      const [, path] = /^(.*)\.png$/.exec(request.params['*']) ?? [];
      if (path === undefined) throw pageNotFound();
      const picture = await getImage(await findText(path.split('/')));
      return reply.type('image/png').header('cache-control', CACHE_CONTROL).send(picture);
    },
  );

  async function getImage(words: ShareImageText): Promise<Buffer> {
    const key = JSON.stringify(words);
    const known = imageCache.get(key) ?? inFlight.get(key);
    if (known) return known;
    if (inFlight.size >= MAX_QUEUE_LENGTH)
      throw new Unavailable('We’re processing a lot of photos right now. Try again in a minute.', RETRY_SECONDS);
    const picture = last.then(async () => renderImage(await web.entry(), words));
    inFlight.set(key, picture);
    last = picture.catch(() => {});
    try {
      imageCache.set(key, await picture);
    } finally {
      inFlight.delete(key);
    }
    return picture;
  }

  async function findText([kind = '', slug, part, ...rest]: string[]): Promise<ShareImageText> {
    if (rest.length > 0 || (part !== undefined && kind !== 'city')) throw pageNotFound();
    if (slug === undefined) return findLocationText(kind);
    switch (kind) {
      case 'ads':
        return findListingText(slug);
      case 'blog': {
        const post = (await listPosts(web)).find((one) => one.slug === slug);
        if (!post) throw pageNotFound();
        return { title: post.title, line: 'From our blog', county: post.county, seed: post.title.length };
      }
      case 'county': {
        const { name } = findCounty(gazetteer, slug);
        return { title: name, line: 'Local business directory', county: slug, seed: 0 };
      }
      case 'city': {
        const { name, county, id } = findPlace(gazetteer, slug);
        const title = part === undefined ? name : `${findCategory(gazetteer, part).name} in ${name}`;
        return { title, line: `Local businesses in ${county.name}`, county: county.slug, seed: id };
      }
      case 'zip': {
        const { zip, place, county } = findZipCode(gazetteer, slug);
        const line = place ? `Local businesses in ${place.name}, ${county.name}` : `Local businesses in ${county.name}`;
        return { title: zip, line, county: county.slug, seed: Number(zip) };
      }
      case 'category': {
        const { name, id } = findCategory(gazetteer, slug);
        return { title: name, line: 'In Southern California', county: null, seed: id };
      }
      default:
        throw pageNotFound();
    }
  }

  function findLocationText(slug: string): ShareImageText {
    const found = findLocation(gazetteer, slug);
    if (found.type !== 'location') throw pageNotFound();
    const { name, county, id } = found.location;
    return { title: name, line: 'Local businesses and offers', county: county.slug, seed: id };
  }

  async function findListingText(number: string): Promise<ShareImageText> {
    if (!/^[1-9]\d{0,14}$/.test(number)) throw pageNotFound();
    const { title, category, city, county, id } = presentListing(await findListingRow(db, Number(number)), gazetteer);
    return { title, line: `${category.name} in ${city.name}`, county: county.slug, seed: id };
  }
}

const pageNotFound = () => new NotFound('Page not found.');

const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
);

async function renderImage(
  { renderShareImage, getTextPosition, TEXT_WIDTH }: EntryServer,
  { title, line, county, seed }: ShareImageText,
) {
  const [heading = '', subtitle] = [title, line].map((words) => truncate(stripNonLatin(words))).filter(Boolean);
  const markup = [
    `<span size="${getFontSize(heading)}pt" foreground="#14232b">${escapeXml(heading)}</span>`,
    ...(subtitle ? [`<span size="30pt" line_height="1.5" foreground="#52636b">${escapeXml(subtitle)}</span>`] : []),
  ].join('\n');
  const words = await rasterizeText(markup, TEXT_WIDTH);
  const position = getTextPosition(words.info);
  return sharp(Buffer.from(renderShareImage(county, seed, position)))
    .composite([{ input: words.data, left: position.left, top: position.top }])
    .png({ palette: true, effort: 3 })
    .toBuffer();
}

/** At 72 dots per inch a point is a pixel. */
const rasterizeText = (text: string, width: number) =>
  sharp({
    text: {
      text,
      font: 'Bricolage Grotesque Bold',
      fontfile: FONT_FILE,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

const MAX_LENGTH = 90;

const getFontSize = (name: string) => (name.length > 44 ? 46 : name.length > 22 ? 58 : 76);

const truncate = (words: string) =>
  words.length <= MAX_LENGTH ? words : `${words.slice(0, MAX_LENGTH).replace(/\s+\S*$/, '')}…`;

/** Removes the characters that our typeface lacks: an image must not depend on the fonts of the machine. */
const stripNonLatin = (words: string) =>
  words
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\d!-~¡-ÿ‘’“”–—…•·€™]+/gu, ' ')
    .trim();
