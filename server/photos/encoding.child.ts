import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { MOST_PICTURE_PIXELS, type PICTURE_REFUSALS } from '#contract/pictures.ts';
import type { Encoded } from './encoding.ts';

/** What this process answers for the bytes that it is sent. Then it ends. */
export type Drawn = Encoded | { refused: keyof typeof PICTURE_REFUSALS };

// Thumbnails and logos, phones, cards; the largest is as large as this box allows.
const WIDTHS = [160, 320, 640];
const BOX = { width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true } as const;
const QUALITY = 80;

// Whatever looks like another format never gets to the code that would read it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

// Where memory runs out, Linux is to end this process before any other; elsewhere there is no such file.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

process.once('message', async (bytes: Buffer) => {
  const drawn = await draw(bytes);
  process.send?.(drawn, () => process.disconnect());
});

async function draw(bytes: Buffer): Promise<Drawn> {
  const pixels = await read(bytes);
  if ('refused' in pixels) return pixels;
  const { data, info } = pixels;
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
async function read(bytes: Buffer) {
  const refused = (why: keyof typeof PICTURE_REFUSALS) => ({ refused: why });
  try {
    // The header alone is read here.
    const { width, height, format, compression } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PICTURE_PIXELS) return refused('tooManyPixels');
    if (format === 'heif' && compression !== 'av1') return refused('unreadable');
    return await sharp(bytes, { limitInputPixels: MOST_PICTURE_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(BOX)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return refused('unreadable');
  }
}
