import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A TCP server on this machine. */
export interface TcpServer {
  /** Its address and port. */
  host: string;
  /** As a `DATABASE_URL`, with the password `s3cret`. */
  url: string;
  /** Ends all connections, and refuses others. */
  close(): void;
}

/** Starts a TCP server that handles connections in this way. */
export async function startTcpServer(onConnection: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { host, url: `postgres://someone:s3cret@${host}/site`, close };
}

/** The `DATABASE_URL` of a test database on several servers. */
export function withHosts(servers: TcpServer[], database = 'migrated'): string {
  const { user, password } = inject('postgres');
  return `postgres://${user}:${password}@${servers.map(({ host }) => host).join(',')}/${database}`;
}

/** Connects to the PostgreSQL server of the tests. */
export function forwardToTestServer(socket: Socket) {
  const { host, port } = inject('postgres');
  const server = connect(join(host, `.s.PGSQL.${port ?? 5432}`));
  server.on('error', () => socket.destroy());
  socket.pipe(server).pipe(socket);
  socket.on('close', () => server.destroy());
}

/** Starts a TCP server that connects to the PostgreSQL server of the tests until it is stopped, and then responds to nothing. */
export async function startStoppableServer(): Promise<TcpServer & { stop(): void }> {
  const sockets: Socket[] = [];
  let isStopped = false;
  const server = await startTcpServer((socket) => {
    if (isStopped) return;
    sockets.push(socket);
    forwardToTestServer(socket);
  });
  const stop = () => {
    isStopped = true;
    for (const socket of sockets) socket.unpipe();
  };
  return { ...server, stop };
}

/** Accepts any password, and answers every query with one row of these columns. */
export const answerQueries = (columns: Record<string, string>) => (socket: Socket) => {
  const ready = encodeMessage('Z', Buffer.from('I'));
  const fields = Object.keys(columns).map((name) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]));
  const values = Object.values(columns).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  const count = Buffer.from([0, fields.length]);
  const row = Buffer.concat([
    encodeMessage('T', Buffer.concat([count, ...fields])),
    encodeMessage('D', Buffer.concat([count, ...values])),
    encodeMessage('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  socket.once('data', () => {
    socket.write(Buffer.concat([encodeMessage('R', Buffer.alloc(4)), ready]));
    socket.on('data', (message) => message[0] === 'Q'.charCodeAt(0) && socket.write(row));
  });
};

const encodeMessage = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}
