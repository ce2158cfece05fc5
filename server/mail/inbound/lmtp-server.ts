import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { StartupError } from '../../db/startup-error.ts';
import { MAX_INBOUND_BYTES, type TakeInboundMail } from './inbound-mail.ts';
import { parseMime } from './mime.ts';

/** What the LMTP server works with. */
export interface LmtpDeps {
  take: TakeInboundMail;
  /** Whether mail to an address can be for us; others are refused at once. */
  isOurs: (address: string) => boolean;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** A server that listens. */
export interface LmtpServer {
  port: number;
  /** Lets what was begun finish, for up to a second. */
  close(): Promise<void>;
}

const MAX_CLIENTS = 20;
const TIMEOUT_MS = 60_000;

/**
 * Listens for the mail server of the operator, which passes on what it receives by LMTP (RFC 2033). What cannot be stored now is answered
 * with 451, so that the mail server tries again.
 * @throws {StartupError} when the address cannot be used
 */
export async function startLmtpServer(
  { host, port }: { host: string; port: number },
  { take, isOurs, log }: LmtpDeps,
): Promise<LmtpServer> {
  const server = new SMTPServer({
    lmtp: true,
    banner: 'ready',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_INBOUND_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: TIMEOUT_MS,
    closeTimeout: 1000,
    onRcptTo: ({ address }, _session, done) =>
      done(isOurs(address.toLowerCase()) ? null : refusal(550, 'There is no such address')),
    onData(stream, { envelope: { rcptTo } }, done) {
      const recipients = rcptTo.map(({ address }) => address);
      readMail(stream, recipients).then(
        () => done(null),
        (error: Error & { responseCode?: number }) => {
          if (error.responseCode === undefined) log.error({ err: error }, 'an email was not taken');
          done(error.responseCode === undefined ? refusal(451, 'Try again later') : error);
        },
      );
    },
  });

  async function readMail(stream: SMTPServerDataStream, recipients: string[]) {
    const bytes = await buffer(stream);
    if (stream.sizeExceeded) throw refusal(552, 'The message is too large');
    const mail = await parseMime(bytes, recipients).catch(() => {
      throw refusal(554, 'The message cannot be read');
    });
    await take(mail);
  }

  // Of connections that broke; they end by themselves.
  server.on('error', (error) => log.error({ err: error }, 'LMTP failed'));
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

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
