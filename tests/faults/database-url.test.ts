import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import { reachExternal } from '#server/db/external.ts';
import { urlOf } from '../support/database.ts';
import { cleanUp, start } from './program.ts';

afterEach(cleanUp);

/** A server that is not what it should be. */
async function pretend(onConnection: (socket: Socket) => void) {
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

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

test('the program ends with status 1 and says what to do, without the password', async () => {
  const { url, close } = await pretend(() => {});
  close();
  const { status, complaint } = await start('/nonexistent', { env: { DATABASE_URL: url } }).ended;
  expect(status).toBe(1);
  expect(complaint).toContain('nothing listens at 127.0.0.1:');
  expect(complaint).toContain('Start that server, or correct the host and port.');
  expect(complaint).not.toContain('s3cret');
});

test('a host that is unknown', async () => {
  await expect(reachExternal('postgres://someone:s3cret@no-such-host.invalid/site')).rejects.toThrow(
    'the host name is unknown (no-such-host.invalid:5432, database site, user someone)',
  );
});

test('a server that takes the connection and says nothing', async () => {
  const { url, close } = await pretend(() => {});
  await expect(reachExternal(url, 300)).rejects.toThrow('does not answer as a PostgreSQL server (timeout expired)');
  close();
});

test('a server that is not PostgreSQL', async () => {
  const { url, close } = await pretend((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(reachExternal(url, 2000)).rejects.toThrow('does not answer as a PostgreSQL server');
  close();
});

test('a PostgreSQL that is too old', async () => {
  const { url, close } = await pretend((socket) => {
    const ready = message('Z', Buffer.from('I'));
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.once('data', () => {
        const column = Buffer.concat([Buffer.from('server_version_num\0'), Buffer.alloc(18)]);
        const description = message('T', Buffer.concat([Buffer.from([0, 1]), column]));
        const row = message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('130012')]));
        socket.write(Buffer.concat([description, row, message('C', Buffer.from('SHOW\0')), ready]));
      });
    });
  });
  await expect(reachExternal(url, 2000)).rejects.toThrow('is PostgreSQL 13. Use PostgreSQL 14 or newer.');
  close();
});

test('a password, user or database that is wrong', async () => {
  const right = inject('postgres');
  const wrong = urlOf({ ...right, password: 's3cret' }, 'migrated');
  await expect(reachExternal(wrong)).rejects.toThrow('refuses the user or the password');
  await expect(reachExternal(wrong)).rejects.not.toThrow('s3cret');
  await expect(reachExternal(urlOf(right, 'nowhere'))).rejects.toThrow('there is no such database');
});
