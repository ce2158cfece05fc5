import type { Socket } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { startTcpServer, type TcpServer } from './tcp-server.ts';

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

interface Session {
  socket: Socket;
  /** The client whose transaction it has. */
  client: Socket | null;
}

/**
 * Starts a connection pooler as PgBouncer is in transaction mode before version 1.21: it accepts any password, gives each transaction
 * the session that was used last, and knows nothing of prepared statements.
 * @param options.refuses a parameter of the start of a session, as PgBouncer does those that it does not know
 */
export async function startTransactionPooler(
  database: string,
  { refuses }: { refuses?: string } = {},
): Promise<TcpServer> {
  const sessions: Session[] = [];
  const pooler = await startTcpServer((client) => {
    let session: Session | undefined;
    let queue = Promise.resolve();
    client.once('data', (startup) => {
      if (refuses && startup.includes(refuses)) {
        client.end(encode('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${refuses}\0\0`));
        return;
      }
      // The process that it tells is none of PostgreSQL's.
      client.write(Buffer.concat([encode('R', '\0\0\0\0'), encode('K', '\0\0\0\x01\0\0\0\x02'), encode('Z', 'I')]));
      client.on('data', (message) => {
        queue = queue.then(async () => {
          if (session?.client !== client) session = sessions.findLast((one) => !one.client) ?? (await open());
          session.client = client;
          session.socket.write(message);
        });
      });
    });
  });
  async function open(): Promise<Session> {
    const server = new pg.Client({ ...inject('postgres'), database });
    server.on('error', () => {});
    await server.connect();
    const { stream: socket } = (server as unknown as { connection: { stream: Socket } }).connection;
    socket.removeAllListeners('data');
    const session: Session = { socket, client: null };
    sessions.push(session);
    socket.on('data', (chunk) => {
      session.client?.write(chunk);
      // Queries of the tests have short responses: they arrive in one piece.
      if (chunk.at(-6) === READY && chunk.at(-1) === IDLE) session.client = null;
    });
    return session;
  }
  const close = () => {
    for (const { socket } of sessions) socket.destroy();
    pooler.close();
  };
  return { ...pooler, close };
}

function encode(type: string, body: string): Buffer {
  const message = Buffer.alloc(5 + Buffer.byteLength(body));
  message.write(type);
  message.writeInt32BE(message.length - 1, 1);
  message.write(body, 5);
  return message;
}
