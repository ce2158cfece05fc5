import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE, ROLE } from './database-servers.ts';
import { findPort, startProcess } from './processes.ts';

/** HAProxy, which leads to the server that writes. */
export interface DatabaseProxy {
  port: number;
  getUrl(database?: string): string;
}

/** Starts it with the sample `deploy/haproxy.cfg`, and for each server what Patroni answers beside it. */
export async function startDatabaseProxy(
  haproxy: string,
  { folder, serverPorts }: { folder: string; serverPorts: [number, number] },
): Promise<DatabaseProxy> {
  const port = await findPort();
  const file = join(folder, 'haproxy.cfg');
  const [first, second] = await Promise.all(
    serverPorts.map(async (serverPort) => `127.0.0.1:${serverPort} port ${await serveRole(serverPort)}`),
  );
  const sample = readFileSync(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
  const text = sample
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.21:5432', first as string)
    .replace('10.0.0.22:5432', second as string);
  writeFileSync(file, text);
  startProcess('haproxy', [haproxy, '-db', '-f', file], { folder });
  return { port, getUrl: (database = DATABASE) => `postgres://${ROLE}@127.0.0.1:${port}/${database}` };
}

const ROLE_TIMEOUT_MS = 2000;

/** Answers 200 while a server writes, and 503 while it only reads, hangs, or cannot be reached. Returns the port. */
function serveRole(serverPort: number): Promise<number> {
  const server = createServer(async (_request, response) => {
    const isPrimary = await askWhetherPrimary(serverPort).catch(() => false);
    response.writeHead(isPrimary ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  return new Promise((resolve) => server.once('listening', () => resolve((server.address() as AddressInfo).port)));
}

async function askWhetherPrimary(port: number): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: ROLE_TIMEOUT_MS, query_timeout: ROLE_TIMEOUT_MS };
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ...timeouts });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isPrimary: boolean }>('select not pg_is_in_recovery() as "isPrimary"');
    return rows[0]?.isPrimary === true;
  } finally {
    // A server that hangs does not answer the end of a connection.
    client.end().catch(() => {});
  }
}
