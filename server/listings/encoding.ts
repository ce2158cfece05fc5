import sharp from 'sharp';
import { MOST_PICTURE_PIXELS, PICTURE_REFUSALS } from '#contract/pictures.ts';
import { Invalid } from '../http/errors.ts';

/** A picture as it is stored: WebP files, the narrowest first. Sizes are pixels, those of the largest file. */
export interface Encoded {
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
}

// Thumbnails and logos, phones, cards; the largest is as large as this box allows.
const WIDTHS = [160, 320, 640];
const BOX = { width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true } as const;
const QUALITY = 80;
const MOST_SECONDS = 20;
// A decoded picture can take 100 MB, and threads that encode serve nobody else.
const AT_ONCE = 2;

// Whatever looks like another format never gets to the code that would read it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
// No picture comes twice.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Draws a picture anew: the first frame of it, upright, in the colors of the web (sRGB), without anything else that the
 * file held, such as where it was taken. It is never enlarged. Two are drawn at once; others wait.
 * @param bytes a file from anywhere
 * @throws {Invalid} when it is no JPEG, PNG, WebP or AVIF, cannot be read to its end, or has too many pixels
 */
export const encodePicture = (bytes: Buffer): Promise<Encoded> => inTurn(() => encode(bytes));

async function encode(bytes: Buffer): Promise<Encoded> {
  const { data, info } = await draw(bytes);
  const { width, height } = info;
  const files: Encoded['files'] = [];
  for (const narrower of [...WIDTHS.filter((candidate) => candidate < width), width]) {
    const file = sharp(data, { raw: info })
      .resize({ width: narrower })
      .webp({ quality: QUALITY, smartSubsample: true });
    files.push({ width: narrower, bytes: await file.toBuffer() });
  }
  return { width, height, files };
}

/** The pixels of the largest file. */
async function draw(bytes: Buffer) {
  // The header alone is read here.
  const { width, height, format, compression } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(unreadable);
  if (width * height > MOST_PICTURE_PIXELS) refuse(PICTURE_REFUSALS.tooManyPixels);
  if (format === 'heif' && compression !== 'av1') refuse(PICTURE_REFUSALS.unreadable);
  return sharp(bytes, { limitInputPixels: MOST_PICTURE_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(BOX)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
}

const unreadable = () => refuse(PICTURE_REFUSALS.unreadable);

function refuse(message: string): never {
  throw new Invalid(message, [{ path: 'file', message }]);
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}
