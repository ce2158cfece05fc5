import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** A file that is uploaded as a picture, with the expected result. */
export interface HostileUpload {
  name: string;
  bytes: Buffer;
  expected: 'taken' | 'refused';
}

/** Metadata in every file, which must not be in any stored one. */
export const MARKER = 'hostile-mark';

const SCRIPT = `<script>alert("${MARKER}")</script>`;
const PHP = `<?php system("${MARKER}"); ?>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}<rect width="9" height="9"/></svg>`;

const ascii = (text: string) => Buffer.from(text, 'latin1');

/** Noise from a fixed seed, so that damaged files are decoded alike in every run. */
function createNoiseImage(width = 240, height = 180) {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[at] = 88 + ((state >>> 16) % 80);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
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
    ...Object.entries(formats).flatMap(damaged),
  ];
}

const toRefused = (files: Files) => toHostileUploads(files, 'refused');
const toAccepted = (files: Files) => toHostileUploads(files, 'taken');

type Files = Record<string, Buffer | string> | [name: string, bytes: Buffer | string][];

const toHostileUploads = (files: Files, expected: HostileUpload['expected']): HostileUpload[] =>
  (Array.isArray(files) ? files : Object.entries(files)).map(([name, bytes]) => ({
    name,
    bytes: typeof bytes === 'string' ? ascii(bytes) : bytes,
    expected,
  }));

const notImages = (jpeg: Buffer, gif: Buffer, tiff: Buffer): Files => ({
  'nothing at all': '',
  'one byte': '\xff',
  'a kilobyte of zeros': Buffer.alloc(1000),
  'an SVG with a script': SVG,
  'an SVG that includes a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG.replace('<rect', '<text>&x;</text><rect')}`,
  'an SVG that includes a picture from elsewhere': SVG.replace('<rect', '<image href="http://127.0.0.1/"/><rect'),
  'an SVG that grows a thousandfold': `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${SVG.replace('<rect', '<text>&b;</text><rect')}`,
  'an SVG after a byte order mark': `\xef\xbb\xbf${SVG}`,
  'a compressed SVG': gzipSync(SVG),
  'a page': `<!DOCTYPE html><title>x</title>${SCRIPT}`,
  'a page that says it is a GIF': `GIF89a=1;${SCRIPT}`,
  'a script': `alert("${MARKER}")`,
  'a program in PHP': PHP,
  'a program in shell': `#!/bin/sh\necho ${MARKER}`,
  'drawing orders for ImageMagick': `push graphic-context\nfill 'url(https://x.example/"|echo ${MARKER}")'\npop graphic-context`,
  'a PostScript program': `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(${MARKER}) print`,
  'a PDF': `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${MARKER})>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  'a ZIP archive': `PK\x03\x04\x14\0\0\0\0\0${MARKER}`,
  'a compressed file': gzipSync(MARKER),
  'a Linux program': `\x7fELF\x02\x01\x01${'\0'.repeat(50)}${MARKER}`,
  'a Windows program': `MZ${'\0'.repeat(60)}${MARKER}`,
  'an Office document': `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${MARKER}`,
  'a film': `\0\0\0\x18ftypmp42\0\0\0\0mp42isom${MARKER}`,
  'a HEIC picture': `\0\0\0\x18ftypheic\0\0\0\0heicmif1${MARKER}`,
  'an AVIF without a picture': `\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf${MARKER}`,
  'a GIF': gif,
  'a TIFF': tiff,
  'a BMP': `BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0${'\0'.repeat(28)}`,
  'an icon': `\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0${MARKER}`,
  'a Photoshop file': `8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x01\0\0\0\x01\0\x08\0\x03${MARKER}`,
  'a JPEG XL': `\xff\x0a${MARKER}`,
  'a JPEG 2000': `\0\0\0\x0cjP  \r\n\x87\n${MARKER}`,
  'a PPM': 'P6 1 1 255\nabc',
  'a Radiance picture': `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd`,
  'a picture of libvips’ own format': `\x08\xf2\xa6\xb6${'\0'.repeat(60)}`,
  'the first bytes of a JPEG, and a page': `\xff\xd8\xff\xe0${SCRIPT}`,
  'the first bytes of a PNG, and a page': `\x89PNG\r\n\x1a\n${SCRIPT}`,
  'the first bytes of a WebP, and a page': `RIFF\xff\0\0\0WEBP${SCRIPT}`,
  'a page before a JPEG': Buffer.concat([ascii(SCRIPT), jpeg]),
});

/** Small files that declare a large picture. */
const bombs = (jpeg: Buffer, webp: Buffer, avif: Buffer): Files => ({
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

const truncated = ([format, bytes]: [string, Buffer]): [string, Buffer][] =>
  [1, 5, 20, 40, 60, 80, 95].map((percent) => [
    `${percent} % of a ${format}`,
    bytes.subarray(0, Math.ceil((bytes.length * percent) / 100)),
  ]);

/** The damaged files that the decoder accepts nevertheless. */
const READABLE = new Set(['JPEG 7', 'JPEG 11', 'WebP 5', 'WebP 7', 'WebP 11']);

/** Pictures with a few changed bytes, the same in every run. */
const damaged = ([format, bytes]: [string, Buffer]): HostileUpload[] =>
  [3, 5, 7, 11].map((step) => {
    const copy = Buffer.from(bytes);
    for (let at = 40 + step; at < copy.length; at = at * 2 + step)
      copy.writeUInt8(copy.readUInt8(at) ^ (step * 17), at);
    const expected = READABLE.has(`${format} ${step}`) ? 'taken' : 'refused';
    return { name: `a ${format} with bytes changed (${step})`, bytes: copy, expected };
  });

/** Polyglot files: pictures that are valid in another format too. */
function polyglots(jpeg: Buffer, png: Buffer, webp: Buffer): Files {
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

async function animatedImages(png: Buffer): Promise<Files> {
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
async function imagesWithMetadata(): Promise<Files> {
  const where = {
    IFD0: { Artist: MARKER, Copyright: MARKER },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '33/1 41/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '117/1 49/1 0/1' },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${MARKER}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const files: [string, Buffer][] = [
    ['a JPEG with a location', await createNoiseImage().withExif(where).jpeg().toBuffer()],
    ['a PNG with a location', await createNoiseImage().withExif(where).png().toBuffer()],
    ['a WebP with a location', await createNoiseImage().withExif(where).webp().toBuffer()],
    ['an AVIF with a location', await createNoiseImage().withExif(where).avif({ effort: 0 }).toBuffer()],
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

interface PngOptions {
  width: number;
  height: number;
  /** The bit depth of grayscale. */
  depth?: 1 | 8;
}

/** A valid black PNG. */
function createBlackPng({ width, height, depth = 8 }: PngOptions): Buffer {
  const line = 1 + Math.ceil((width * depth) / 8);
  return encodePng(width, height, depth, encodePngChunk('IDAT', deflateSync(Buffer.alloc(line * height))));
}

/** A PNG with other pixel data than its header declares. */
const createPngWithFalseSize = (width: number, height: number) =>
  encodePng(width, height, 8, encodePngChunk('IDAT', deflateSync(Buffer.alloc(9))));

function encodePng(width: number, height: number, depth: number, data: Buffer): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, 0, 0, 0, 0])]);
  return Buffer.concat([
    ascii('\x89PNG\r\n\x1a\n'),
    encodePngChunk('IHDR', header),
    data,
    encodePngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodePngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([ascii(type), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function patched(bytes: Buffer, at: number, values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const createBytes = (length: number, write: (bytes: Buffer) => void) => {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
};
const uint16 = (value: number) => createBytes(2, (bytes) => bytes.writeUInt16BE(value));
const uint32 = (value: number) => createBytes(4, (bytes) => bytes.writeUInt32BE(value));
const uint32le = (value: number) => createBytes(4, (bytes) => bytes.writeUInt32LE(value));

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
