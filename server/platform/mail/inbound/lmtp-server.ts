import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { TooManyRequests, Unavailable } from '#server/platform/http/errors.ts';
import { MAX_INBOUND_BYTES, MailRefused } from './inbound-mail.ts';
import type { MailReceiver } from './receiver.ts';

/** The dependencies of the LMTP server. */
export interface LmtpDeps {
  receiver: MailReceiver;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** A server that listens. */
export interface LmtpServer {
  port: number;
  /** Lets what was begun finish, for up to a second. */
  close(): Promise<void>;
}

const MAX_CLIENTS = 20;
const MAX_RECIPIENTS = 10;
// Of a client that sends nothing, and of a connection.
const IDLE_TIMEOUT_MS = 60_000;
const CONNECTION_TIMEOUT_MS = 10 * 60_000;

/**
 * Listens for the mail server of the operator, which passes on what it receives by LMTP (RFC 2033). What cannot be stored now is answered
 * with 4xx, so that the mail server tries again, and what never can be with 5xx.
 * @throws {StartupError} when the address cannot be used
 */
export async function startLmtpServer(
  { host, port }: { host: string; port: number },
  { receiver, log }: LmtpDeps,
): Promise<LmtpServer> {
  const server = new SMTPServer({
    lmtp: true,
    banner: 'ready',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_INBOUND_BYTES,
    maxClients: MAX_CLIENTS,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: 1000,
    onRcptTo: ({ address }, session, done) => {
      checkRecipient(address, session).then(
        () => done(null),
        (error) => done(toReply(error)),
      );
    },
    onData(stream, session, done) {
      const { rcptTo } = session.envelope;
      const source = {
        via: 'lmtp' as const,
        sender: getSender(session),
        recipients: rcptTo.map(({ address }) => address.toLowerCase()),
      };
      receiver.receive(stream, source).then(
        () => done(null),
        (error) => {
          const reply = toReply(error);
          if (stream.readableEnded) return done(reply);
          // The library would read the rest first, however long it is.
          endConnection(session, reply);
        },
      );
    },
  });

  async function checkRecipient(address: string, session: SMTPServerSession) {
    if (!(await receiver.hasRecipient(address.toLowerCase()))) throw new LmtpReply(550, 'There is no such address');
    const sender = getSender(session);
    if (sender !== '' && session.envelope.rcptTo.length === 0) await receiver.countSender(sender);
  }

  function endConnection(session: SMTPServerSession, { responseCode, message }: LmtpReply) {
    for (const connection of server.connections) {
      if (connection.session !== session) continue;
      for (const _recipient of session.envelope.rcptTo) connection.send(responseCode, message);
      connection.close();
    }
  }

  /** What the client is told of an error, which is logged if nobody expected it. */
  function toReply(error: Error): LmtpReply {
    if (error instanceof LmtpReply) return error;
    if (error instanceof MailRefused) return new LmtpReply(error.reason === 'too-large' ? 552 : 554, error.message);
    if (error instanceof TooManyRequests)
      return new LmtpReply(450, 'Too many messages of this sender, try again later');
    if (!(error instanceof Unavailable)) log.error({ err: error }, 'an email was not taken');
    return new LmtpReply(451, 'Try again later');
  }

  // Of connections that broke; they end by themselves.
  server.on('error', (error) => log.error({ err: error }, 'LMTP failed'));
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), CONNECTION_TIMEOUT_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  });
  const listener: Server = server.listen(port, host);
  await once(listener, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartupError(
      `INBOUND_LMTP: ${host}:${port} cannot be used (${code}). Set it to a free port of this machine.`,
    );
  });
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A reply other than success. */
class LmtpReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Empty for a bounce. */
const getSender = ({ envelope: { mailFrom } }: SMTPServerSession) =>
  mailFrom === false ? '' : mailFrom.address.toLowerCase();
