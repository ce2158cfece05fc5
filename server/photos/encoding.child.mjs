// @ts-check
// Not TypeScript: without a cache, which this process may not write, Node takes 40 ms of CPU to strip types.
import sharp from 'sharp';

/**
 * @import { EncodedPicture, EncodeRequest, EncodeResult } from './encoding.ts'
 */

// For thumbnails and logos, phones, and cards; the largest file is limited by this box.
const WIDTHS = [160, 320, 640];
const MAX_SIZE = /** @type {const} */ ({ width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true });
const QUALITY = 80;

// Only the decoders of accepted formats are enabled, so that other formats never reach their decoder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

process.once('message', async (/** @type {EncodeRequest} */ request) => {
  const result = await encode(request);
  process.send?.(result, () => process.disconnect());
});

/**
 * @param {EncodeRequest} request
 * @returns {Promise<EncodeResult>}
 */
async function encode(request) {
  const pixels = await decode(request);
  if ('refused' in pixels) return pixels;
  const { data, info } = pixels;
  const { width, height } = info;
  /** @type {EncodedPicture['files']} */
  const files = [];
  for (const narrower of [...WIDTHS.filter((candidate) => candidate < width), width]) {
    const file = sharp(data, { raw: info })
      .resize({ width: narrower })
      .webp({ quality: QUALITY, smartSubsample: true });
    files.push({ width: narrower, bytes: await file.toBuffer() });
  }
  return { width, height, files };
}

/**
 * The pixels of the largest file, or why the bytes are refused.
 * @param {EncodeRequest} request
 */
async function decode({ bytes, maxPixels }) {
  try {
    // `metadata` reads only the header.
    const { width, height, format, compression } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return refuse('tooManyPixels');
    if (format === 'heif' && compression !== 'av1') return refuse('unreadable');
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(MAX_SIZE)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return refuse('unreadable');
  }
}

/** @param {Extract<EncodeResult, { refused: unknown }>['refused']} reason */
const refuse = (reason) => ({ refused: reason });
