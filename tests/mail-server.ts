import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a mail server was told of one mail. */
export interface Delivered {
  from: string;
  to: string[];
  message: string;
}

/** A mail server on this machine that keeps what it is given (RFC 5321, the least of it). */
export interface MailServer {
  url: string;
  delivered: Delivered[];
  /** How many connections it was ever asked for. */
  connections(): number;
  close(): Promise<void>;
}

/** Said instead of an answer: the connection ends. */
export const HANG_UP = Symbol('hang up');

/**
 * What a mail server says instead of its own words, by the verb it was asked with; null to stay silent, a promise to say
 * its own words only then. May be changed while it runs.
 */
export type Answers = Record<string, string | null | typeof HANG_UP | Promise<unknown>>;

/** Starts a mail server. */
export async function startMailServer(answers: Answers = {}): Promise<MailServer> {
  const delivered: Delivered[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, answers, delivered);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, answers: Answers, delivered: Delivered[]) {
  let mail: Delivered = { from: '', to: [], message: '' };
  let received = '';
  let inMessage = false;
  const say = async (verb: string, usual: string, onUsual = () => {}) => {
    const answer = answers[verb];
    if (answer === HANG_UP) return socket.destroy();
    if (answer instanceof Promise) await answer;
    if (typeof answer === 'string') socket.write(`${answer}\r\n`);
    if (answer === null || typeof answer === 'string') return;
    onUsual();
    socket.write(`${usual}\r\n`);
  };
  say('CONNECT', '220 ready');
  socket.on('data', (bytes) => {
    received += bytes;
    for (;;) {
      const end = inMessage ? '\r\n.\r\n' : '\r\n';
      const at = received.indexOf(end);
      if (at < 0) return;
      const said = received.slice(0, at);
      received = received.slice(at + end.length);
      if (inMessage) {
        inMessage = false;
        const taken = { ...mail, message: said };
        say('MESSAGE', '250 taken', () => delivered.push(taken));
        mail = { from: '', to: [], message: '' };
        continue;
      }
      const verb = said.slice(0, 4).toUpperCase();
      const address = /<(.*?)>/.exec(said)?.[1] ?? '';
      say(verb, USUAL[verb] ?? '250 ok', () => {
        if (verb === 'MAIL') mail = { from: address, to: [], message: '' };
        if (verb === 'RCPT') mail.to.push(address);
        if (verb === 'DATA') inMessage = true;
      });
    }
  });
}

const USUAL: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };
