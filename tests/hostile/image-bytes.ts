import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Noise from a fixed seed, so that damaged files are decoded alike in every run. */
export function createNoiseImage(width = 240, height = 180) {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[at] = 88 + ((state >>> 16) % 80);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

interface PngOptions {
  width: number;
  height: number;
  /** The bit depth of grayscale. */
  depth?: 1 | 8;
}

/** A valid black PNG. */
export function createBlackPng({ width, height, depth = 8 }: PngOptions): Buffer {
  const line = 1 + Math.ceil((width * depth) / 8);
  return encodePng(width, height, depth, encodePngChunk('IDAT', deflateSync(Buffer.alloc(line * height))));
}

/** A PNG with other pixel data than its header declares. */
export const createPngWithFalseSize = (width: number, height: number) =>
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

export function encodePngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([ascii(type), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

export function patched(bytes: Buffer, at: number, values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const createBytes = (length: number, write: (bytes: Buffer) => void) => {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
};
export const uint16 = (value: number) => createBytes(2, (bytes) => bytes.writeUInt16BE(value));
export const uint32 = (value: number) => createBytes(4, (bytes) => bytes.writeUInt32BE(value));
export const uint32le = (value: number) => createBytes(4, (bytes) => bytes.writeUInt32LE(value));

/** One byte for each character up to U+00FF. */
export const ascii = (text: string) => Buffer.from(text, 'latin1');
