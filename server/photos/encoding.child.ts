import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { MAX_PHOTO_PIXELS } from '#contract/limits.ts';
import type { PHOTO_ERROR_MESSAGES } from '#contract/photos.ts';

/** An encoded picture: its WebP files, the narrowest first. `width` and `height` are those of the largest, in pixels. */
export interface EncodedPicture {
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
}

/** The reply of this process to the bytes that it receives; then it exits. */
export type EncodeResult = EncodedPicture | { refused: keyof typeof PHOTO_ERROR_MESSAGES };

// For thumbnails and logos, phones, and cards; the largest file is limited by this box.
const WIDTHS = [160, 320, 640];
const MAX_SIZE = { width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true } as const;
const QUALITY = 80;

// Only the decoders of accepted formats are enabled, so that other formats never reach their decoder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

// When memory runs out, Linux kills this process before any other. Other systems have no such file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

process.once('message', async (bytes: Buffer) => {
  const result = await encode(bytes);
  process.send?.(result, () => process.disconnect());
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

/** The pixels of the largest file, or why the bytes are refused. */
async function decode(bytes: Buffer) {
  const refused = (reason: keyof typeof PHOTO_ERROR_MESSAGES) => ({ refused: reason });
  try {
    // `metadata` reads only the header.
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
