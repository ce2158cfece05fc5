import { expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

it.each([
  ['postgres://app:s%40lt@db.example:5432/site', ['postgres://app:s%40lt@db.example:5432/site']],
  ['postgresql://localhost/site?host=/run/postgresql', ['postgresql://localhost/site?host=%2Frun%2Fpostgresql']],
  [
    'postgres://app:salt@one:5432,two:5433/site?target_session_attrs=read-write&sslmode=require',
    ['postgres://app:salt@one:5432/site?sslmode=require', 'postgres://app:salt@two:5433/site?sslmode=require'],
  ],
  ['postgres://[::1]:5432,[::2]/site', ['postgres://[::1]:5432/site', 'postgres://[::2]/site']],
])('%s', (url, urls) => {
  const servers = parseDatabaseUrl(url);
  expect(servers.urls.map(decodeURIComponent)).toEqual(urls.map(decodeURIComponent));
});

it.each([
  ['mysql://localhost/site'],
  ['postgres://app:salt@one:port/site'],
  ['postgres://app:salt@one,two:99999/site'],
  ['localhost:5432/site'],
  [''],
])('%s is no address of a database', (url) => {
  expect(() => parseDatabaseUrl(url)).toThrow(/^Invalid URL$/);
});

it('a server that only reads cannot be asked for', () => {
  expect(() => parseDatabaseUrl('postgres://one,two/site?target_session_attrs=standby')).toThrow(
    'target_session_attrs must be read-write',
  );
});

it('the next server is used when the one in use has failed, and the first one after the last', () => {
  const servers = parseDatabaseUrl('postgres://one,two/site');
  const [one, two] = servers.urls as [string, string];
  expect(servers.url).toBe(one);
  servers.skip(one);
  servers.skip(one);
  expect(servers.url).toBe(two);
  servers.skip(two);
  expect(servers.url).toBe(one);
});
