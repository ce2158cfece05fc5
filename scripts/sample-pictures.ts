import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { snowCabin, winterForest, woodpile } from '#scripts/sample-pictures/cabins.ts';
import { dentalChair, reception, toothbrushes } from '#scripts/sample-pictures/dentist.ts';
import { bouquet, cactusShelf, flowerMarket } from '#scripts/sample-pictures/florist.ts';
import { brakeDisc, garage, tireWall } from '#scripts/sample-pictures/garage.ts';
import { desertNight, guestRoom, pool } from '#scripts/sample-pictures/inn.ts';
import { LOGO_SIZE, LOGOS, type Logo } from '#scripts/sample-pictures/logos.ts';
import { hikingBoots, litTent, sunriseRidges } from '#scripts/sample-pictures/outfitter.ts';
import { copperPipes, faucet, van } from '#scripts/sample-pictures/plumber.ts';
import { restaurantAtDusk, salsas, tortillas } from '#scripts/sample-pictures/restaurant.ts';
import { orangeGarden, readingNook, toyShelf } from '#scripts/sample-pictures/school.ts';
import { createRandom, drawSheet, HEIGHT, rect, type Sheet, WHOLE, WIDTH } from '#scripts/sample-pictures/sheet.ts';
import { desertHouse, panelsInSun, solarField } from '#scripts/sample-pictures/solar.ts';
import { pierAtSunset, surfboards, wave } from '#scripts/sample-pictures/surf-school.ts';
import { stackedStones, yogaMats, yogaStudio } from '#scripts/sample-pictures/yoga-studio.ts';

// `node scripts/sample-pictures.ts`: draws the pictures of the sample listings, with the effects of a camera (depth of field,
// light, grain), and writes them to data/sample-pictures/ in the widths of uploads. They are committed, because drawing takes minutes.

/** The photos of each sample by the name of its folder, in order. `server/site/seed/sample-pictures.ts` describes them in words. */
const PHOTOS: Record<string, ((sheet: Sheet) => string[])[]> = {
  'marlow-and-finch': [copperPipes, faucet, van],
  'bluebird-tortilla': [tortillas, salsas, restaurantAtDusk],
  'harbor-light-dental': [reception, dentalChair, toothbrushes],
  'windmill-stays': [pool, guestRoom, desertNight],
  'topatopa-trail': [sunriseRidges, hikingBoots, litTent],
  'orange-grove-montessori': [orangeGarden, readingNook, toyShelf],
  'big-pines-cabin-care': [snowCabin, winterForest, woodpile],
  'salton-sun-solar': [solarField, desertHouse, panelsInSun],
  'kern-river-auto': [garage, tireWall, brakeDisc],
  'little-current': [surfboards, wave, pierAtSunset],
  'velvet-cactus': [bouquet, flowerMarket, cactusShelf],
  'second-wind-yoga': [yogaStudio, stackedStones, yogaMats],
};

const FOLDER = new URL('../data/sample-pictures/', import.meta.url);
// The widths of server/photos/encoding.child.mjs, each with a quality that keeps all files together below 1.5 MB.
const QUALITY = new Map([
  [160, 56],
  [320, 52],
  [640, 42],
  [960, 40],
]);
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
);

const only = process.argv.slice(2);
const vignette = drawSheet((sheet) => [
  rect(WHOLE, sheet.radial(['#00000000', '#00000000', '#1a0f0850'], 0.5, 0.48, 0.78)),
]);
const grain = await createGrain();
for (const [name, drawings] of Object.entries(PHOTOS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  rmSync(new URL(`${name}/`, FOLDER), { recursive: true, force: true });
  mkdirSync(new URL(`${name}/`, FOLDER), { recursive: true });
  for (const [index, draw] of drawings.entries()) await write(`${name}/${index + 1}`, await takePhoto(draw), WIDTH);
  await write(`${name}/logo`, await drawLogo(LOGOS[name] as Logo), LOGO_SIZE);
  console.log(name);
}

function takePhoto(draw: (sheet: Sheet) => string[]): Promise<Buffer> {
  return sharp(Buffer.from(drawSheet(draw)))
    .flatten()
    .composite([{ input: Buffer.from(vignette) }, { input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer();
}

/** Noise about the middle gray, the same at each run. */
function createGrain(): Promise<Buffer> {
  const random = createRandom(1);
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 0).map(() => 128 + (random() + random() + random() - 1.5) * 12);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
}

async function drawLogo({ ground, ink, words, mark }: Logo): Promise<Buffer> {
  const picture = drawSheet(
    (sheet) => [rect([0, 0, LOGO_SIZE, LOGO_SIZE], ground), ...mark(sheet)],
    LOGO_SIZE,
    LOGO_SIZE,
  );
  const size = Math.min(46, 470 / words.length);
  const { data, info } = await sharp({
    text: {
      text: `<span size="${size}pt" foreground="${ink}">${words.replace('&', '&amp;')}</span>`,
      font: 'Bricolage Grotesque Bold',
      fontfile: FONT_FILE,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return sharp(Buffer.from(picture))
    .composite([
      { input: data, left: Math.round((LOGO_SIZE - info.width) / 2), top: 266 - Math.round(info.height / 2) },
    ])
    .png()
    .toBuffer();
}

async function write(name: string, picture: Buffer, largest: number) {
  for (const [width, quality] of QUALITY) {
    if (width > largest) continue;
    const file = await sharp(picture).resize({ width }).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    writeFileSync(new URL(`${name}-${width}.webp`, FOLDER), file);
  }
}
