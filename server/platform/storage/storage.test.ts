import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { type S3Server, startS3Server } from '#tests/support/servers/s3-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { openStorage } from './open.ts';

const BYTES = Buffer.from([0, 1, 2, 0xff, 0x0d, 0x0a]);
const WEBP = 'image/webp';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const openInFolder = (DATA_DIR = folder) => openStorage(readEnv({ DATA_DIR }));
const openInBucket = (variables: Record<string, string> = {}, options?: { patienceMs: number }) =>
  openStorage(readEnv({ DATA_DIR: folder, ...s3.env, ...variables }), options);

describe.each([
  ['a folder', openInFolder],
  ['a bucket over the wire', () => openInBucket()],
])('Files in %s', (_where, open) => {
  const storage = () => open();

  it('are read as they were put', async () => {
    await storage().put('poppy-160.webp', BYTES, WEBP);
    expect(await storage().get('poppy-160.webp')).toEqual(BYTES);
  });

  it('may be as large as a picture gets', async () => {
    const large = Buffer.alloc(3_000_000, 'poppy');
    await storage().put('large-1280.webp', large, WEBP);
    expect((await storage().get('large-1280.webp'))?.equals(large)).toBe(true);
  });

  it('are null where there are none', async () => {
    expect(await storage().get('nobody-160.webp')).toBeNull();
  });

  it('are gone when they are removed, and the others are not', async () => {
    for (const name of ['a-160.webp', 'a-320.webp', 'b-160.webp']) await storage().put(name, BYTES, WEBP);
    await storage().remove(['a-160.webp', 'a-320.webp']);
    expect(await storage().get('a-160.webp')).toBeNull();
    expect(await storage().get('a-320.webp')).toBeNull();
    expect(await storage().get('b-160.webp')).toEqual(BYTES);
  });

  it('may be removed twice', async () => {
    await storage().put('twice-160.webp', BYTES, WEBP);
    await storage().remove(['twice-160.webp']);
    await storage().remove(['twice-160.webp']);
    expect(await storage().get('twice-160.webp')).toBeNull();
  });

  it('have no name that could lead elsewhere', async () => {
    for (const name of [
      '../etc.webp',
      'a/b.webp',
      'a\0.webp',
      '.webp',
      '..',
      '',
      'A.webp',
      `${'a'.repeat(200)}.webp`,
    ]) {
      await expect(storage().get(name)).rejects.toThrow('no name of a file');
      await expect(storage().put(name, BYTES, WEBP)).rejects.toThrow('no name of a file');
      await expect(storage().remove([name])).rejects.toThrow('no name of a file');
    }
  });
});

describe('A folder', () => {
  it('is for the user of the program alone', async () => {
    const DATA_DIR = mkdtempSync(join(folder, 'own-'));
    await openInFolder(DATA_DIR).put('poppy-160.webp', BYTES, WEBP);
    const paths = readdirSync(DATA_DIR, { recursive: true }).map(String);
    expect(paths.toSorted()).toEqual(['uploads', 'uploads/po', 'uploads/po/poppy-160.webp']);
    const modes = paths.toSorted().map((path) => statSync(join(DATA_DIR, path)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('never shows half a file, and lets go of what a process left unfinished', async () => {
    const DATA_DIR = mkdtempSync(join(folder, 'own-'));
    const shelf = join(DATA_DIR, 'uploads/po');
    mkdirSync(shelf, { recursive: true });
    writeFileSync(join(shelf, '.poppy-160.webp.unfinished'), 'half');
    const storage = openInFolder(DATA_DIR);
    expect(await storage.get('poppy-160.webp')).toBeNull();
    await storage.remove(['poppy-160.webp']);
    expect(readdirSync(shelf)).toEqual([]);
  });

  it('that cannot be written is reported as unavailable, with the cause', async () => {
    const DATA_DIR = mkdtempSync(join(folder, 'own-'));
    writeFileSync(join(DATA_DIR, 'uploads'), 'a file where the folder should be');
    const fault = await openInFolder(DATA_DIR)
      .put('poppy-160.webp', BYTES, WEBP)
      .catch((error) => error);
    expect(fault).toBeInstanceOf(Unavailable);
    expect(fault.cause.code).toMatch(/ENOTDIR|EEXIST/);
    expect(readFileSync(join(DATA_DIR, 'uploads'), 'utf8')).toContain('a file');
  });
});

describe('A bucket', () => {
  const putting = (variables: Record<string, string>, options?: { patienceMs: number }) =>
    openInBucket(variables, options)
      .put('poppy-160.webp', BYTES, WEBP)
      .then(
        () => 'taken',
        (error) => error,
      );

  it.each([
    // The test's server knows its keys, but checks no signature of version 4.
    ['a key that nobody has', () => ({ S3_ACCESS_KEY_ID: 'nobody' }), 'InvalidAccessKeyId'],
    ['a bucket that is not there', () => ({ S3_BUCKET: 'elsewhere' }), 'NoSuchBucket'],
  ])('is out of reach with %s', async (_what, variables, name) => {
    const fault = await putting(variables());
    expect(fault).toBeInstanceOf(Unavailable);
    expect(fault.cause.name).toBe(name);
  });

  it('is out of reach while its server is away, and when it stays silent', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const S3_ENDPOINT = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect(await putting({ S3_ENDPOINT }, { patienceMs: 50 })).toBeInstanceOf(Unavailable);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, 'close');

    const fault = await putting({ S3_ENDPOINT });
    expect(fault).toBeInstanceOf(Unavailable);
    expect(fault.cause.code).toBe('ECONNREFUSED');
    await expect(openInBucket({ S3_ENDPOINT }).get('poppy-160.webp')).rejects.toThrow(Unavailable);
    await expect(openInBucket({ S3_ENDPOINT }).remove(['poppy-160.webp'])).rejects.toThrow(Unavailable);
  });

  it('is asked once for a file, and given up when it does not send all of it in time', async () => {
    let requests = 0;
    const slow = createHttpServer((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(500).end();
      // The rest never comes.
      else response.writeHead(200, { 'content-length': 6 }).write('abc');
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const S3_ENDPOINT = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    // Long enough for a request to arrive from a busy process.
    const storage = openInBucket({ S3_ENDPOINT }, { patienceMs: scaleTimeout(500) });
    await expect(storage.get('poppy-160.webp')).rejects.toThrow(Unavailable);
    expect(requests).toBe(1);
    await expect(storage.get('poppy-160.webp')).rejects.toThrow(Unavailable);
    expect(requests).toBe(2);
    await storage.close();
    slow.closeAllConnections();
    slow.close();
  });

  it('is named whole or not at all', () => {
    const { S3_SECRET_ACCESS_KEY: _, ...half } = s3.env;
    expect(() => readEnv(half)).toThrow(InvalidEnvironment);
    expect(() => readEnv(half)).toThrow(/^S3_SECRET_ACCESS_KEY: must be set, as the other variables of S3 are$/);
    expect(() => readEnv({ S3_BUCKET: 'Not A Bucket', S3_ENDPOINT: 'ftp://files.example', PORT: '-1' })).toThrow(
      /PORT.*S3_ENDPOINT.*S3_BUCKET.*S3_ACCESS_KEY_ID.*S3_SECRET_ACCESS_KEY/s,
    );
  });
});
