import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import { waitForServer } from '#server/db/external.ts';
import { getDatabaseUrl } from '../support/database.ts';
import { cleanUp, start } from './program.ts';

afterEach(cleanUp);

/** Starts a TCP server that is no PostgreSQL. */
async function startFakeServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `postgres://someone:s3cret@127.0.0.1:${(server.address() as AddressInfo).port}/site`, close };
}

const encodeMessage = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

test('the program exits with status 1 and says what to do, without the password', async () => {
  const { url, close } = await startFakeServer(() => {});
  close();
  const { status, stderr } = await start('/nonexistent', { env: { DATABASE_URL: url } }).exited;
  expect(status).toBe(1);
  expect(stderr).toContain('nothing listens at 127.0.0.1:');
  expect(stderr).toContain('Start that server, or correct the host and port.');
  expect(stderr).not.toContain('s3cret');
});

test('an unknown host', async () => {
  await expect(waitForServer('postgres://someone:s3cret@no-such-host.invalid/site')).rejects.toThrow(
    'the host name is unknown (no-such-host.invalid:5432, database site, user someone)',
  );
});

test('a server that accepts the connection and does not reply', async () => {
  const { url, close } = await startFakeServer(() => {});
  await expect(waitForServer(url, 300)).rejects.toThrow('does not answer as a PostgreSQL server (timeout expired)');
  close();
});

test('a server that is not PostgreSQL', async () => {
  const { url, close } = await startFakeServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(waitForServer(url, 2000)).rejects.toThrow('does not answer as a PostgreSQL server');
  close();
});

test('an old version of PostgreSQL', async () => {
  const { url, close } = await startFakeServer((socket) => {
    const ready = encodeMessage('Z', Buffer.from('I'));
    socket.once('data', () => {
      socket.write(Buffer.concat([encodeMessage('R', Buffer.alloc(4)), ready]));
      socket.once('data', () => {
        const column = Buffer.concat([Buffer.from('server_version_num\0'), Buffer.alloc(18)]);
        const description = encodeMessage('T', Buffer.concat([Buffer.from([0, 1]), column]));
        const row = encodeMessage('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('130012')]));
        socket.write(Buffer.concat([description, row, encodeMessage('C', Buffer.from('SHOW\0')), ready]));
      });
    });
  });
  await expect(waitForServer(url, 2000)).rejects.toThrow('is PostgreSQL 13. Use PostgreSQL 14 or newer.');
  close();
});

test('a wrong password, user or database', async () => {
  const right = inject('postgres');
  const wrong = getDatabaseUrl({ ...right, password: 's3cret' }, 'migrated');
  await expect(waitForServer(wrong)).rejects.toThrow('refuses the user or the password');
  await expect(waitForServer(wrong)).rejects.not.toThrow('s3cret');
  await expect(waitForServer(getDatabaseUrl(right, 'nowhere'))).rejects.toThrow('there is no such database');
});
