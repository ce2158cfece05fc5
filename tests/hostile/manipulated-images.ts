import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  ascii,
  createBlackPng,
  createNoiseImage,
  createPngWithFalseSize,
  encodePngChunk,
  patched,
  uint16,
  uint32,
  uint32le,
} from './image-bytes.ts';
import { MARKER, PHP, SCRIPT } from './payloads.ts';

/** Small files that declare a large picture. */
export const bombs = (jpeg: Buffer, webp: Buffer, avif: Buffer): Record<string, Buffer> => ({
  'a PNG of 20,000 × 20,000 pixels, all there': createBlackPng({ width: 20_000, height: 20_000, depth: 1 }),
  'a PNG of 5,000 × 5,000 pixels, all there': createBlackPng({ width: 5000, height: 5000 }),
  'a PNG of 65,535 × 65,535 pixels': createPngWithFalseSize(65_535, 65_535),
  'a PNG of 2,147,483,647 × 2,147,483,647 pixels': createPngWithFalseSize(0x7fffffff, 0x7fffffff),
  'a PNG of 1 × 2,147,483,647 pixels': createPngWithFalseSize(1, 0x7fffffff),
  'a PNG without pixels': createPngWithFalseSize(0, 0),
  'a PNG of 4,294,967,295 pixels a line': createPngWithFalseSize(0xffffffff, 1),
  'a JPEG of 65,535 × 65,535 pixels': patched(jpeg, jpeg.indexOf(ascii('\xff\xc0')) + 5, [0xff, 0xff, 0xff, 0xff]),
  'a WebP of 16,383 × 16,383 pixels': patched(webp, webp.indexOf(ascii('\x9d\x01\x2a')) + 3, [0xff, 0x3f, 0xff, 0x3f]),
  'an AVIF of 20,000 × 20,000 pixels': patched(avif, avif.indexOf('ispe') + 8, [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]),
});

export const truncated = ([format, bytes]: [string, Buffer]): [string, Buffer][] =>
  [1, 5, 20, 40, 60, 80, 95].map((percent) => [
    `${percent} % of a ${format}`,
    bytes.subarray(0, Math.ceil((bytes.length * percent) / 100)),
  ]);

/** Pictures with a few changed bytes, the same in every run. */
export const damaged = ([format, bytes]: [string, Buffer]): [string, Buffer][] =>
  [3, 5, 7, 11].map((step) => {
    const copy = Buffer.from(bytes);
    for (let at = 40 + step; at < copy.length; at = at * 2 + step)
      copy.writeUInt8(copy.readUInt8(at) ^ (step * 17), at);
    return [`a ${format} with bytes changed (${step})`, copy];
  });

/** Polyglot files: pictures that are valid in another format too. */
export function polyglots(jpeg: Buffer, png: Buffer, webp: Buffer): Record<string, Buffer> {
  const zip = ascii(`PK\x03\x04${MARKER}PK\x05\x06${'\0'.repeat(18)}`);
  const comment = (text: string) => Buffer.concat([ascii('\xff\xfe'), uint16(text.length + 2), ascii(text)]);
  const afterStart = (segment: Buffer) => Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
  const withChunk = (chunk: Buffer) => Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  const longer = Buffer.concat([webp, ascii('XMP '), uint32le(SCRIPT.length), ascii(SCRIPT)]);
  return {
    'a JPEG that is a program in PHP': afterStart(comment(PHP)),
    'a JPEG that is a page': afterStart(comment(`--><html>${SCRIPT}<!--`)),
    'a JPEG followed by PHP': Buffer.concat([jpeg, ascii(PHP)]),
    'a JPEG that is a ZIP archive': Buffer.concat([jpeg, zip]),
    'a JPEG that is a PDF': Buffer.concat([afterStart(comment(`%PDF-1.4 ${MARKER}`)), ascii('%%EOF')]),
    'a JPEG followed by a JPEG': Buffer.concat([jpeg, afterStart(comment(MARKER))]),
    'a PNG with a script in its text': withChunk(encodePngChunk('tEXt', ascii(`Comment\0${SCRIPT}`))),
    'a PNG with text that unpacks to 20 MB': withChunk(
      encodePngChunk('zTXt', Buffer.concat([ascii('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000, MARKER))])),
    ),
    'a PNG followed by a page': Buffer.concat([png, ascii(SCRIPT)]),
    'a PNG that is a ZIP archive': Buffer.concat([png, zip]),
    'a WebP followed by a page': Buffer.concat([webp, ascii(SCRIPT)]),
    'a WebP with a script for metadata': patched(longer, 4, [...uint32le(longer.length - 8)]),
  };
}

export async function animatedImages(png: Buffer): Promise<Record<string, Buffer>> {
  const frames = { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } } as const;
  const webp = await sharp(Buffer.alloc(20 * 60 * 3, 'poppy'), frames)
    .webp({ delay: [50, 50, 50] })
    .toBuffer();
  const control = encodePngChunk('acTL', Buffer.concat([uint32(1_000_000), uint32(0)]));
  return {
    'an animated WebP': webp,
    'a PNG that says it has a million frames': Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]),
  };
}

/** Pictures with private metadata. */
export async function imagesWithMetadata(): Promise<[string, Buffer][]> {
  const metadata = {
    IFD0: { Artist: MARKER, Copyright: MARKER },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '33/1 41/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '117/1 49/1 0/1' },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${MARKER}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const files: [string, Buffer][] = [
    ['a JPEG with a location', await createNoiseImage().withExif(metadata).jpeg().toBuffer()],
    ['a PNG with a location', await createNoiseImage().withExif(metadata).png().toBuffer()],
    ['a WebP with a location', await createNoiseImage().withExif(metadata).webp().toBuffer()],
    ['an AVIF with a location', await createNoiseImage().withExif(metadata).avif({ effort: 0 }).toBuffer()],
    ['a JPEG with XMP', await createNoiseImage().withXmp(xmp).jpeg().toBuffer()],
    ['a WebP with XMP', await createNoiseImage().withXmp(xmp).webp().toBuffer()],
    ['a JPEG with a color profile', await createNoiseImage().withIccProfile('p3').jpeg().toBuffer()],
    ['a PNG with a color profile', await createNoiseImage().withIccProfile('p3').png().toBuffer()],
    ['a JPEG in the colors of print', await createNoiseImage().toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits', await createNoiseImage().toColourspace('rgb16').png().toBuffer()],
  ];
  for (let orientation = 1; orientation <= 8; orientation++)
    files.push([
      `a JPEG turned ${orientation}`,
      await createNoiseImage(60, 40).withMetadata({ orientation }).jpeg().toBuffer(),
    ]);
  return files;
}
