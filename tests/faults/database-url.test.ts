import { afterEach, expect, inject, test } from 'vitest';
import { waitForServer } from '#server/platform/db/external.ts';
import { parseDatabaseUrl } from '#server/platform/env/database-url.ts';
import { createTestDatabase, getDatabaseUrl } from '#tests/support/database.ts';
import { answerQueries, forwardToTestServer, startTcpServer, withHosts } from '#tests/support/servers/tcp-server.ts';
import { queryTestServer } from '#tests/support/test-server.ts';
import { cleanUp, start } from './program.ts';

afterEach(cleanUp);

const waitFor = (url: string, timeoutMs?: number) => waitForServer(parseDatabaseUrl(url), timeoutMs);

test('the program exits with status 1 and says what to do, without the password', async () => {
  const { url, close } = await startTcpServer(() => {});
  close();
  const { status, stderr } = await start('/nonexistent', { env: { DATABASE_URL: url } }).exited;
  expect(status).toBe(1);
  expect(stderr).toContain('nothing listens at 127.0.0.1:');
  expect(stderr).toContain('Start that server, or correct the host and port.');
  expect(stderr).not.toContain('s3cret');
});

test('an unknown host', async () => {
  await expect(waitFor('postgres://someone:s3cret@no-such-host.invalid/site')).rejects.toThrow(
    'the host name is unknown (no-such-host.invalid:5432, database site, user someone)',
  );
});

test('a server that accepts the connection and does not reply', async () => {
  const { url, close } = await startTcpServer(() => {});
  await expect(waitFor(url, 300)).rejects.toThrow('does not answer as a PostgreSQL server (timeout expired)');
  close();
});

test('a server that is not PostgreSQL', async () => {
  const { url, close } = await startTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(waitFor(url, 2000)).rejects.toThrow('does not answer as a PostgreSQL server');
  close();
});

test('an old version of PostgreSQL', async () => {
  const { url, close } = await startTcpServer(answerQueries({ version: '130012' }));
  await expect(waitFor(url, 2000)).rejects.toThrow('is PostgreSQL 13. Use PostgreSQL 14 or newer.');
  close();
});

test('a server that only reads', async () => {
  const { env, name, drop } = await createTestDatabase('empty');
  await queryTestServer(`alter database ${name} set default_transaction_read_only = on`);
  await expect(waitFor(env.DATABASE_URL)).rejects.toThrow(/database test_\w+, user \w+ only reads, as a standby does/);
  await drop();
});

test.each([
  ['SQL_ASCII', 'C', 'has the encoding SQL_ASCII, not UTF8. Create it anew with: create database'],
  ['UTF8', 'C', 'has a locale that does not know Á as the capital of á'],
])('a database with the encoding %s and the locale %s', async (encoding, locale, message) => {
  const name = `locale_${process.pid}`;
  await queryTestServer(`create database ${name} template template0 encoding '${encoding}' locale '${locale}'`);
  await expect(waitFor(getDatabaseUrl(inject('postgres'), name))).rejects.toThrow(message);
  await queryTestServer(`drop database ${name}`);
});

test('of several servers, the first that can be used', async () => {
  const gone = await startTcpServer(() => {});
  gone.close();
  const silent = await startTcpServer(() => {});
  const old = await startTcpServer(answerQueries({ version: '130012' }));
  const right = await startTcpServer(forwardToTestServer);
  const servers = parseDatabaseUrl(withHosts([gone, silent, old, right]));
  await waitForServer(servers, 2000);
  expect(new URL(servers.url).host).toBe(right.host);
  const wrong = parseDatabaseUrl(withHosts([gone, silent, old]));
  await expect(waitForServer(wrong, 1000)).rejects.toThrow(
    /nothing listens at .*\n.*timeout expired.*\n.*PostgreSQL 13/,
  );
  for (const { close } of [silent, old, right]) close();
});

test('a wrong password, user or database', async () => {
  const right = inject('postgres');
  const wrong = getDatabaseUrl({ ...right, password: 's3cret' }, 'migrated');
  await expect(waitFor(wrong)).rejects.toThrow('refuses the user or the password');
  await expect(waitFor(wrong)).rejects.not.toThrow('s3cret');
  await expect(waitFor(getDatabaseUrl(right, 'nowhere'))).rejects.toThrow('there is no such database');
});
