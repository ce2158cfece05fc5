import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** An email that the server received. */
export interface DeliveredEmail {
  from: string;
  to: string[];
  message: string;
}

/** A local SMTP server that stores the emails it receives. */
export interface MailServer {
  url: string;
  delivered: DeliveredEmail[];
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Closes the connection instead of replying. */
export const HANG_UP = Symbol('hang up');

/**
 * Replies of the server at a connection, a sender (MAIL), a recipient (RCPT) and the end of a message, in place of the
 * normal ones. Null sends no reply; a promise delays the normal reply until it resolves. May be changed while it runs.
 */
export type SmtpReplies = Partial<
  Record<'CONNECT' | 'MAIL' | 'RCPT' | 'MESSAGE', string | null | typeof HANG_UP | Promise<unknown>>
>;

/** Starts a mail server. */
export async function startMailServer(replies: SmtpReplies = {}): Promise<MailServer> {
  const delivered: DeliveredEmail[] = [];
  let connections = 0;

  async function reply(verb: keyof SmtpReplies, { id }: SMTPServerSession, done: (error?: Error) => void) {
    const override = await replies[verb];
    if (override === null) return;
    if (override === HANG_UP) {
      for (const connection of server.connections) if (connection.id === id) connection.close();
      return;
    }
    if (typeof override !== 'string') return done();
    const [code, ...words] = override.split(' ');
    done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
  }

  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(session, done) {
      connections += 1;
      void reply('CONNECT', session, done);
    },
    onMailFrom: (_address, session, done) => void reply('MAIL', session, done),
    onRcptTo: (_address, session, done) => void reply('RCPT', session, done),
    async onData(stream, session, done) {
      const message = await buffer(stream).then(String, () => undefined);
      // The client closed the connection.
      if (message === undefined) return;
      const { mailFrom, rcptTo } = session.envelope;
      await reply('MESSAGE', session, (error) => {
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
