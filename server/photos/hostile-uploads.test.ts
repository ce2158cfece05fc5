import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { MARKER } from '#tests/hostile/payloads.ts';
import { createHostileUploads, TYPICAL_UPLOADS } from '#tests/hostile/uploads.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { isLongRun, selectCases, selectEveryNth } from '#tests/support/long-run.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody, uploadPhoto } from '#tests/support/upload.ts';

const MEGABYTE = 1024 * 1024;
const MAX_GROWTH_MB = 300;

const DATA_DIR = mkdtempSync(join(tmpdir(), 'hostile-'));
const api = await createTestApi({ env: { DATA_DIR } });
const allFiles = await createHostileUploads();
// Each one takes 0.3 s of CPU time: the usual run tests every other one of the typical ones, the next run the others.
const files = isLongRun
  ? allFiles
  : selectEveryNth(
      2,
      allFiles.filter(({ name }) => TYPICAL_UPLOADS.has(name)),
    );
const validPicture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#f4a300' } })
  .jpeg()
  .toBuffer();

let visitor: Visitor;
// Sampled while pictures are read: what is free again in the end counts too.
const atFirst = process.memoryUsage().rss;
let peak = atFirst;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 5);

beforeAll(async () => {
  visitor = await api.signedInVisitor((await makeAccount(api.db)).id);
});
afterAll(async () => {
  clearInterval(sampling);
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});

const stored = () =>
  readdirSync(DATA_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const ANSWERS = {
  accepted: [201, undefined],
  refused: [400, expect.stringMatching(/^(We couldn’t read this file\.|This photo is larger than 24 megapixels)/)],
};

// Headers that are too long are cut off: what then is left of the form holds no picture.
const NO_FORM = /^(Send one photo as multipart\/form-data, in the field file|We couldn’t read this file)\./;

// In this order: the last tests look at what all the others left.
describe('Uploads', { shuffle: false }, () => {
  describe('A hostile file', () => {
    it('is one of more than a hundred, no two alike', () => {
      expect(new Set(allFiles.map(({ bytes }) => bytes.toString('base64'))).size).toBe(allFiles.length);
      expect(allFiles.length).toBeGreaterThan(100);
      expect(allFiles.filter(({ name }) => TYPICAL_UPLOADS.has(name))).toHaveLength(TYPICAL_UPLOADS.size);
    });

    it.each(files)('$name: $expected', async ({ bytes, expected }) => {
      await api.db.deleteFrom('limits').execute();
      const before = stored().length;
      const { status, body } = await uploadPhoto(visitor, bytes);
      expect([status, body.message]).toEqual(ANSWERS[expected]);
      expect(stored().length > before).toBe(status === 201);
    });
  });

  describe('A hostile form', () => {
    const send = (payload: Buffer | string, type = MULTIPART_CONTENT_TYPE) =>
      visitor.send('POST', '/api/photos', payload, { 'content-type': type });
    const boundary = MULTIPART_CONTENT_TYPE.split('boundary=')[1] ?? '';
    const part = (head: string, body = 'x') => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`;
    const end = `--${boundary}--\r\n`;
    const file = 'content-disposition: form-data; name="file"; filename="a.jpg"';

    it.each(
      selectCases(2, [
        '../../../etc/passwd',
        'photo\0.php',
        'a'.repeat(2000),
        '<img src=x onerror=alert(1)>',
        '',
        'photo.png',
        'photo.svg',
        'photo.php',
        '.htaccess',
        '..\\..\\windows\\system32',
        '/etc/passwd',
        'photo.jpg%00.php',
        'фото 写真 🌵 \u202egpj.exe',
        "'; drop table photos; --",
      ]),
    )('may name its file %j: file names are ignored', async (filename) => {
      const { status } = await uploadPhoto(visitor, { bytes: validPicture, filename, type: 'text/html' });
      expect(status).toBe(201);
    });

    it.each([
      ['nothing', () => send('')],
      ['only its end', () => send(end)],
      ['no end', () => send(part(file).slice(0, -10))],
      ['a field instead of a file', () => send(part('content-disposition: form-data; name="file"') + end)],
      ['a file in another field', () => send(toMultipartBody({ bytes: validPicture, field: 'photo' }))],
      ['a field called __proto__', () => send(toMultipartBody({ bytes: validPicture, field: '__proto__' }))],
      ['a field called constructor', () => send(toMultipartBody({ bytes: validPicture, field: 'constructor' }))],
      ['two files', () => send(toMultipartBody({ bytes: validPicture }, { bytes: validPicture }))],
      ['a thousand files', () => send(toMultipartBody(...Array(1000).fill({ bytes: validPicture })))],
      [
        'a thousand fields before the file',
        () => send(part('content-disposition: form-data; name="x"').repeat(1000) + part(file) + end),
      ],
      ['headers without end', () => send(part(`${file}\r\nx: ${'x'.repeat(200_000)}`) + end)],
      ['a thousand headers', () => send(part(`${file}${'\r\nx: y'.repeat(1000)}`) + end)],
      ['a part without a name', () => send(part('content-type: image/jpeg') + end)],
      [
        'another boundary',
        () => send(toMultipartBody({ bytes: validPicture }), 'multipart/form-data; boundary=another'),
      ],
      ['no boundary', () => send(toMultipartBody({ bytes: validPicture }), 'multipart/form-data')],
      [
        'a boundary without end',
        () => send(toMultipartBody({ bytes: validPicture }), `multipart/form-data; boundary=${'x'.repeat(5000)}`),
      ],
      ['a million bytes of nonsense', () => send(Buffer.alloc(1_000_000, 'nonsense'))],
    ])('with %s is refused', async (_what, sending) => {
      await api.db.deleteFrom('limits').execute();
      const before = stored().length;
      const { status, body } = await sending();
      expect([status, body.message]).toEqual([400, expect.stringMatching(NO_FORM)]);
      expect(stored().length).toBe(before);
    });

    it('with a wrong content length does not affect the program', async () => {
      await api.http.listen({ host: '127.0.0.1', port: 0 });
      const { port } = api.http.server.address() as AddressInfo;
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const body = toMultipartBody({ bytes: validPicture });
      for (const length of [body.length - 50, body.length + 50, 1, 999_999_999]) {
        await api.db.deleteFrom('limits').execute();
        const before = stored().length;
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.write(
          `POST /api/photos HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncookie: ${cookie}\r\ncontent-type: ${MULTIPART_CONTENT_TYPE}\r\ncontent-length: ${length}\r\n\r\n`,
        );
        socket.end(body);
        let response = '';
        socket.on('data', (bytes) => {
          response += bytes;
        });
        await once(socket, 'close');
        expect(response).toMatch(/^HTTP\/1\.1 400 /);
        expect(stored().length).toBe(before);
      }
      expect((await uploadPhoto(visitor, validPicture)).status).toBe(201);
    });
  });

  describe('After all of them', () => {
    it('only re-encoded pictures are stored, without metadata', async () => {
      expect(stored().length).toBeGreaterThan(files.filter(({ expected }) => expected === 'accepted').length);
      for (const path of stored()) {
        // Files of uploads that were cut off are removed in the background.
        if (!existsSync(path)) continue;
        const bytes = readFileSync(path);
        const { format, width, height, pages, exif, icc, xmp, iptc } = await sharp(bytes).metadata();
        expect({ format, pages, exif, icc, xmp, iptc }).toEqual({ format: 'webp' });
        expect(Math.max(width, height)).toBeLessThanOrEqual(1280);
        expect((await sharp(bytes).stats()).channels.length).toBeGreaterThan(2);
        expect(bytes.includes(MARKER)).toBe(false);
        expect(path.slice(DATA_DIR.length)).toMatch(/^\/uploads\/[0-9a-f]{2}\/[0-9a-f]{32}-\d{1,4}\.webp$/);
      }
    });

    it('memory has grown by less than 300 MB at its most', () => {
      expect((peak - atFirst) / MEGABYTE).toBeLessThan(MAX_GROWTH_MB);
    });
  });
});
