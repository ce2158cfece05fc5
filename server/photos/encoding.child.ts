import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { MAX_PHOTO_PIXELS } from '#contract/limits.ts';
import type { PHOTO_ERROR_MESSAGES } from '#contract/photos.ts';
import type { EncodedPicture } from './encoding.ts';

/** What this process answers for the bytes that it is sent. Then it ends. */
export type EncodeResult = EncodedPicture | { refused: keyof typeof PHOTO_ERROR_MESSAGES };

// Thumbnails and logos, phones, cards; the largest is as large as this box allows.
const WIDTHS = [160, 320, 640];
const MAX_SIZE = { width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true } as const;
const QUALITY = 80;

// Whatever looks like another format never gets to the code that would read it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

// Where memory runs out, Linux is to end this process before any other; elsewhere there is no such file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

process.once('message', async (bytes: Buffer) => {
  const drawn = await encode(bytes);
  process.send?.(drawn, () => process.disconnect());
});

async function encode(bytes: Buffer): Promise<EncodeResult> {
  const pixels = await decode(bytes);
  if ('refused' in pixels) return pixels;
  const { data, info } = pixels;
  const { width, height } = info;
  const files: EncodedPicture['files'] = [];
  for (const narrower of [...WIDTHS.filter((candidate) => candidate < width), width]) {
    const file = sharp(data, { raw: info })
      .resize({ width: narrower })
      .webp({ quality: QUALITY, smartSubsample: true });
    files.push({ width: narrower, bytes: await file.toBuffer() });
  }
  return { width, height, files };
}

/** The pixels of the largest file. */
async function decode(bytes: Buffer) {
  const refused = (why: keyof typeof PHOTO_ERROR_MESSAGES) => ({ refused: why });
  try {
    // The header alone is read here.
    const { width, height, format, compression } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PHOTO_PIXELS) return refused('tooManyPixels');
    if (format === 'heif' && compression !== 'av1') return refused('unreadable');
    return await sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(MAX_SIZE)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return refused('unreadable');
  }
}
