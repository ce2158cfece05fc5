import { ascii, createBlackPng, createNoiseImage } from './image-bytes.ts';
import { animatedImages, bombs, damaged, imagesWithMetadata, polyglots, truncated } from './manipulated-images.ts';
import { notImages } from './not-images.ts';

/** A file that is uploaded as a picture, with the expected result. */
export interface HostileUpload {
  name: string;
  bytes: Buffer;
  expected: 'accepted' | 'refused';
}

/** Different files of every known kind of hostile upload. */
export async function createHostileUploads(): Promise<HostileUpload[]> {
  const jpeg = await createNoiseImage().jpeg().toBuffer();
  const png = await createNoiseImage().png().toBuffer();
  const webp = await createNoiseImage().webp().toBuffer();
  const avif = await createNoiseImage().avif({ effort: 0 }).toBuffer();
  const formats = { JPEG: jpeg, PNG: png, WebP: webp, AVIF: avif };
  return [
    ...toRefused(
      notImages(jpeg, await createNoiseImage().gif().toBuffer(), await createNoiseImage().tiff().toBuffer()),
    ),
    ...toRefused(bombs(jpeg, webp, avif)),
    ...toRefused(Object.entries(formats).flatMap(truncated)),
    ...toAccepted(polyglots(jpeg, png, webp)),
    ...toAccepted(await animatedImages(png)),
    ...toAccepted(await imagesWithMetadata()),
    ...toAccepted({
      'a picture one pixel wide': createBlackPng({ width: 1, height: 100_000 }),
      'a picture one pixel high': createBlackPng({ width: 100_000, height: 1 }),
      'a picture of one pixel': createBlackPng({ width: 1, height: 1 }),
    }),
    ...Object.entries(formats)
      .flatMap(damaged)
      .flatMap((file) => (READABLE.has(file[0]) ? toAccepted([file]) : toRefused([file]))),
  ];
}

/** The damaged files that the decoder accepts nevertheless. */
const READABLE = new Set([
  'a JPEG with bytes changed (7)',
  'a JPEG with bytes changed (11)',
  'a WebP with bytes changed (5)',
  'a WebP with bytes changed (7)',
  'a WebP with bytes changed (11)',
]);

const toRefused = (files: Files) => toHostileUploads(files, 'refused');
const toAccepted = (files: Files) => toHostileUploads(files, 'accepted');

type Files = Record<string, Buffer | string> | [name: string, bytes: Buffer | string][];

const toHostileUploads = (files: Files, expected: HostileUpload['expected']): HostileUpload[] =>
  (Array.isArray(files) ? files : Object.entries(files)).map(([name, bytes]) => ({
    name,
    bytes: typeof bytes === 'string' ? ascii(bytes) : bytes,
    expected,
  }));

/** One file for each kind of failure, which `npm test` uploads; `npm run test:long` uploads them all. */
export const TYPICAL_UPLOADS = new Set([
  'nothing at all',
  'an SVG with a script',
  'an SVG that includes a file',
  'a page that says it is a GIF',
  'a program in PHP',
  'a film',
  'a GIF',
  'the first bytes of a PNG, and a page',
  'a page before a JPEG',
  'a PNG of 20,000 × 20,000 pixels, all there',
  'a PNG without pixels',
  'a PNG of 1 × 2,147,483,647 pixels',
  'a JPEG of 65,535 × 65,535 pixels',
  'a WebP of 16,383 × 16,383 pixels',
  'an AVIF of 20,000 × 20,000 pixels',
  '40 % of a JPEG',
  '95 % of a PNG',
  'a JPEG that is a program in PHP',
  'a PNG with text that unpacks to 20 MB',
  'a PNG that is a ZIP archive',
  'a WebP with a script for metadata',
  'an animated WebP',
  'a PNG that says it has a million frames',
  'a JPEG with a location',
  'a WebP with XMP',
  'a PNG with a color profile',
  'a JPEG in the colors of print',
  'a JPEG turned 6',
  'a picture one pixel wide',
  'a picture of one pixel',
  'a PNG with bytes changed (3)',
  'a JPEG with bytes changed (7)',
]);
