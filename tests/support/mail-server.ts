import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** What a mail server was told of one mail. */
export interface DeliveredEmail {
  from: string;
  to: string[];
  message: string;
}

/** A mail server on this machine that keeps what it is given. */
export interface MailServer {
  url: string;
  delivered: DeliveredEmail[];
  /** How many connections it was ever asked for. */
  connections(): number;
  close(): Promise<void>;
}

/** Said instead of an answer: the connection ends. */
export const HANG_UP = Symbol('hang up');

/**
 * What a mail server says instead of its own words when it is asked for a connection, told a sender (MAIL) or an address
 * (RCPT), or given a message; null to stay silent, a promise to say its own words only then. May be changed while it runs.
 */
export type SmtpReplies = Partial<
  Record<'CONNECT' | 'MAIL' | 'RCPT' | 'MESSAGE', string | null | typeof HANG_UP | Promise<unknown>>
>;

/** Starts a mail server. */
export async function startMailServer(replies: SmtpReplies = {}): Promise<MailServer> {
  const delivered: DeliveredEmail[] = [];
  let connections = 0;

  async function say(verb: keyof SmtpReplies, { id }: SMTPServerSession, done: (error?: Error) => void) {
    const answer = await replies[verb];
    if (answer === null) return;
    if (answer === HANG_UP) {
      for (const connection of server.connections) if (connection.id === id) connection.close();
      return;
    }
    if (typeof answer !== 'string') return done();
    const [code, ...words] = answer.split(' ');
    done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
  }

  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(session, done) {
      connections += 1;
      void say('CONNECT', session, done);
    },
    onMailFrom: (_address, session, done) => void say('MAIL', session, done),
    onRcptTo: (_address, session, done) => void say('RCPT', session, done),
    async onData(stream, session, done) {
      const message = String(await buffer(stream));
      const { mailFrom, rcptTo } = session.envelope;
      await say('MESSAGE', session, (error) => {
        if (!error)
          delivered.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), message });
        done(error);
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    delivered,
    connections: () => connections,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
