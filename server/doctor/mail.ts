import { createTransport, type NodemailerError } from 'nodemailer';
import type { Finding } from '#contract/admin/admin.ts';
import type { Env } from '../env.ts';
import { createMailer } from '../mail/open.ts';
import { findingsOf } from './finding.ts';

const { ok, warning, error } = findingsOf('Mail');

const TIMEOUT_MS = 10_000;

/**
 * The mail server: connects and signs in.
 * @param testAddress gets a test email
 */
export async function checkMail(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'ORIGIN' | 'SITE_NAME'>,
  testAddress?: string,
): Promise<Finding[]> {
  const { SMTP_URL } = env;
  if (SMTP_URL === undefined) return [warning('SMTP_URL is not set: emails become files in DATA_DIR/outbox. Set it.')];
  const { host, username } = new URL(SMTP_URL);
  const transport = createTransport({
    url: SMTP_URL,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (fault) {
    return [error(describeFault(host, fault as NodemailerError))];
  } finally {
    transport.close();
  }
  const found = [
    ok(username ? `${host} accepts the name and password.` : `${host} answers, and asks for no password.`),
  ];
  return testAddress === undefined ? found : [...found, await sendTestEmail(env, testAddress)];
}

function describeFault(host: string, { code = 'unknown', message, responseCode }: NodemailerError): string {
  // The code of the system, such as ECONNREFUSED, is in the message only.
  const cause = /\bE[A-Z]{4,}/.exec(message)?.[0] ?? code;
  const reason = responseCode === undefined ? cause : `${code}, it said ${responseCode}`;
  if (code === 'EAUTH') return `${host} refuses the name or password (${reason}). Correct them in SMTP_URL.`;
  if (code === 'ETLS') return `${host} offers no TLS that can be trusted (${reason}). Look at its certificate.`;
  return `${host} does not answer as a mail server (${reason}). Correct SMTP_URL, or open its port in the firewall.`;
}

async function sendTestEmail(env: Parameters<typeof checkMail>[0], to: string): Promise<Finding> {
  const mailer = createMailer(env);
  const from = env.MAIL_FROM.address;
  try {
    const text = `This is the test email of npm run doctor of ${env.SITE_NAME}. You need not do anything.`;
    await mailer.send({ to, subject: `Test email of ${env.SITE_NAME}`, text });
    return ok(`The test email was accepted from ${from}. Look whether it arrives, and not among spam.`);
  } catch (fault) {
    return error(`The test email was not accepted (${(fault as Error).message}). Is the server to send for ${from}?`);
  } finally {
    await mailer.close();
  }
}
