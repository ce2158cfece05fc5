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

/**
 * Starts a mail server.
 * @param answers what it says instead of its own words, by the verb it was asked with; null to stay silent
 */
export async function startMailServer(answers: Record<string, string | null> = {}): Promise<MailServer> {
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

function converse(socket: Socket, answers: Record<string, string | null>, delivered: Delivered[]) {
  let mail: Delivered = { from: '', to: [], message: '' };
  let received = '';
  let inMessage = false;
  const say = (verb: string, usual: string) => {
    const answer = answers[verb] === undefined ? usual : answers[verb];
    if (answer !== null) socket.write(`${answer}\r\n`);
    return answer === usual;
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
        if (say('MESSAGE', '250 taken')) delivered.push({ ...mail, message: said });
        mail = { from: '', to: [], message: '' };
        continue;
      }
      const verb = said.slice(0, 4).toUpperCase();
      const address = /<(.*?)>/.exec(said)?.[1] ?? '';
      if (verb === 'MAIL') mail.from = address;
      if (verb === 'RCPT') mail.to.push(address);
      if (verb === 'DATA') inMessage = say(verb, '354 go on');
      else say(verb, verb === 'QUIT' ? '221 bye' : '250 ok');
    }
  });
}
