import { createTransport, type NodemailerError } from 'nodemailer';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { createMailer } from '#server/platform/mail/open.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Mail'));

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
  if (SMTP_URL === undefined)
    return [
      warning(
        t(
          'No mail server is set up (SMTP_URL in the settings of the server), so nobody gets emails: they become files in DATA_DIR/outbox.',
        ),
      ),
    ];
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
    ok(
      username
        ? t('{host} accepts the name and password.', { host })
        : t('{host} answers, and asks for no password.', { host }),
    ),
  ];
  return testAddress === undefined ? found : [...found, await sendTestEmail(env, testAddress)];
}

function describeFault(host: string, { code = 'unknown', message, responseCode }: NodemailerError): string {
  // The code of the system, such as ECONNREFUSED, is in the message only.
  const cause = /\bE[A-Z]{4,}/.exec(message)?.[0] ?? code;
  const reason = responseCode === undefined ? cause : t('{code}, it said {responseCode}', { code, responseCode });
  if (code === 'EAUTH')
    return t('{host} refuses the name or password ({reason}). Correct them in SMTP_URL.', { host, reason });
  if (code === 'ETLS')
    return t('{host} offers no TLS that can be trusted ({reason}). Look at its certificate.', { host, reason });
  return t('{host} does not answer as a mail server ({reason}). Correct SMTP_URL, or open its port in the firewall.', {
    host,
    reason,
  });
}

async function sendTestEmail(env: Parameters<typeof checkMail>[0], to: string): Promise<Finding> {
  const mailer = createMailer(env);
  const from = env.MAIL_FROM.address;
  try {
    const site = env.SITE_NAME;
    const text = t('This is the test email of npm run doctor of {site}. You need not do anything.', { site });
    await mailer.send({ to, subject: t('Test email of {site}', { site }), text });
    return ok(t('The test email was accepted from {from}. Look whether it arrives, and not among spam.', { from }));
  } catch (fault) {
    const { message } = fault as Error;
    return error(
      t('The test email was not accepted ({message}). Is the server to send for {from}?', { message, from }),
    );
  } finally {
    await mailer.close();
  }
}
