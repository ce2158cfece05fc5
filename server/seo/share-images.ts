import { createRequire } from 'node:module';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { z } from '#contract/zod.ts';
import { findCategory } from '../categories/categories.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { NotFound, Unavailable } from '../http/errors.ts';
import { findRow } from '../listings/read/listings.ts';
import { publicAd } from '../listings/read/presenter.ts';
import type { EntryServer, WebBuild } from '../page-cache/web-build.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { findCounty, findLocation, findPlace, findZipCode } from '../places/places.ts';
import { postsOf } from './texts.ts';
import { inXml } from './xml.ts';

/** What a picture says, and before which view. */
interface Words {
  title: string;
  line: string;
  /** The slug of a county; null for all of Southern California. */
  county: string | null;
  /** Which variant of the view. */
  seed: number;
}

// Some 300 pictures.
const MOST_KEPT_BYTES = 32 * 1024 * 1024;
// A picture takes some 0.15 s of one core, and one is drawn at a time.
const MOST_WAITING = 20;
const RETRY_SECONDS = 5;
const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * `/share/{the path of a page}.png`: the picture that stands for a listing, place, category or post where it is shared,
 * 1200×630. Pages add to its address what changes with its words, so it may be kept for a year. Drawn at the first need.
 */
export function shareImageRoutes(
  api: Api,
  { db, gazetteer, web }: { db: Kysely<DB>; gazetteer: Gazetteer; web: WebBuild },
) {
  const drawn = new LRUCache<string, Buffer>({ maxSize: MOST_KEPT_BYTES, sizeCalculation: ({ length }) => length });
  const underway = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  api.get(
    '/share/*',
    { schema: { hide: true, params: z.object({ '*': z.string().max(200) }) } },
    async (request, reply) => {
      const [, path] = /^(.*)\.png$/.exec(request.params['*']) ?? [];
      if (path === undefined) throw nothing();
      const picture = await pictureOf(await wordsOf(path.split('/')));
      return reply.type('image/png').header('cache-control', A_YEAR).send(picture);
    },
  );

  async function pictureOf(words: Words): Promise<Buffer> {
    const key = JSON.stringify(words);
    const known = drawn.get(key) ?? underway.get(key);
    if (known) return known;
    if (underway.size >= MOST_WAITING) throw new Unavailable('Too many pictures are being drawn.', RETRY_SECONDS);
    const picture = last.then(async () => draw(await web.entry(), words));
    underway.set(key, picture);
    last = picture.catch(() => {});
    try {
      drawn.set(key, await picture);
    } finally {
      underway.delete(key);
    }
    return picture;
  }

  async function wordsOf([kind = '', slug, part, ...rest]: string[]): Promise<Words> {
    if (rest.length > 0 || (part !== undefined && kind !== 'city')) throw nothing();
    if (slug === undefined) return wordsOfLocation(kind);
    switch (kind) {
      case 'ads':
        return wordsOfListing(slug);
      case 'blog': {
        const post = (await postsOf(web)).find((one) => one.slug === slug);
        if (!post) throw nothing();
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
        throw nothing();
    }
  }

  function wordsOfLocation(slug: string): Words {
    const found = findLocation(gazetteer, slug);
    if (found.type !== 'location') throw nothing();
    const { name, county, id } = found.location;
    return { title: name, line: 'Local businesses and offers', county: county.slug, seed: id };
  }

  async function wordsOfListing(number: string): Promise<Words> {
    if (!/^[1-9]\d{0,14}$/.test(number)) throw nothing();
    const { title, category, city, county, id } = publicAd(await findRow(db, Number(number)), gazetteer);
    return { title, line: `${category.name} in ${city.name}`, county: county.slug, seed: id };
  }
}

const nothing = () => new NotFound('There is nothing at this address.');

const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
);

async function draw({ sharePicture, wordsAt, WORDS_WIDTH }: EntryServer, { title, line, county, seed }: Words) {
  const [name = '', below] = [title, line].map((words) => shortened(inLatin(words))).filter(Boolean);
  const markup = [
    `<span size="${sizeOf(name)}pt" foreground="#14232b">${inXml(name)}</span>`,
    ...(below ? [`<span size="30pt" line_height="1.5" foreground="#52636b">${inXml(below)}</span>`] : []),
  ].join('\n');
  const words = await write(markup, WORDS_WIDTH);
  const at = wordsAt(words.info);
  return sharp(Buffer.from(sharePicture(county, seed, at)))
    .composite([{ input: words.data, left: at.left, top: at.top }])
    .png({ palette: true, effort: 3 })
    .toBuffer();
}

/** At 72 dots per inch a point is a pixel. */
const write = (text: string, width: number) =>
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

const MOST_LETTERS = 90;

const sizeOf = (name: string) => (name.length > 44 ? 46 : name.length > 22 ? 58 : 76);

const shortened = (words: string) =>
  words.length <= MOST_LETTERS ? words : `${words.slice(0, MOST_LETTERS).replace(/\s+\S*$/, '')}…`;

/** What our typeface has letters for: a picture must not depend on which others the machine has. */
const inLatin = (words: string) =>
  words
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\d!-~¡-ÿ‘’“”–—…•·€™]+/gu, ' ')
    .trim();
