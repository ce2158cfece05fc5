import { gzipSync } from 'node:zlib';
import { ascii } from './image-bytes.ts';
import { MARKER, PHP, SCRIPT } from './payloads.ts';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}<rect width="9" height="9"/></svg>`;

/** Files that are no picture, or a picture of a format that is not accepted. */
export const notImages = (jpeg: Buffer, gif: Buffer, tiff: Buffer): Record<string, Buffer | string> => ({
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
