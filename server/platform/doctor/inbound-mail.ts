import { resolveMx } from 'node:dns/promises';
import { connect } from 'node:net';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Answers by email'));

const TIMEOUT_MS = 10_000;

/**
 * Answers by email, if the site takes them: whether mail for `MAIL_DOMAIN` goes anywhere, and whether the program listens for it by LMTP.
 * @param findServers of a domain, in the DNS
 */
export async function checkInboundMail(
  { MAIL_DOMAIN, INBOUND_LMTP, SMTP_URL }: Pick<Env, 'MAIL_DOMAIN' | 'INBOUND_LMTP' | 'SMTP_URL'>,
  findServers: (domain: string) => Promise<{ exchange: string }[]> = resolveMx,
): Promise<Finding[]> {
  if (MAIL_DOMAIN === undefined) return [];
  const findings = [await checkServers(MAIL_DOMAIN, findServers)];
  if (SMTP_URL === undefined)
    findings.push(
      warning(
        t(
          'No email goes out that could be answered, because no mail server is set up (SMTP_URL in the settings of the server).',
        ),
      ),
    );
  if (INBOUND_LMTP) findings.push(await checkLmtp(INBOUND_LMTP));
  return findings;
}

async function checkServers(domain: string, findServers: (domain: string) => Promise<{ exchange: string }[]>) {
  try {
    const servers = await findServers(domain);
    if (servers.length > 0)
      return ok(
        t('Mail for {domain} goes to {servers}.', {
          domain,
          servers: servers.map(({ exchange }) => exchange).join(', '),
        }),
      );
  } catch (fault) {
    const { code = 'unknown' } = fault as NodeJS.ErrnoException;
    if (code !== 'ENODATA' && code !== 'ENOTFOUND')
      return warning(t('The DNS did not answer for {domain} ({code}).', { domain, code }));
  }
  return error(
    t('{domain} has no MX record, so answers do not arrive. Add that of the service or mail server.', { domain }),
  );
}

function checkLmtp({ host, port }: { host: string; port: number }): Promise<Finding> {
  const socket = connect({ host, port, timeout: TIMEOUT_MS });
  const address = `${host}:${port}`;
  return new Promise<Finding>((resolve) => {
    const fail = (reason: string) =>
      resolve(
        error(
          t(
            'Nothing receives answers to emails at {address} ({reason}), where the mail server hands them over (LMTP). Is the site running here?',
            { address, reason },
          ),
        ),
      );
    socket.once('data', () =>
      resolve(
        ok(
          t('The site receives answers to emails at {address}, where the mail server hands them over (LMTP).', {
            address,
          }),
        ),
      ),
    );
    socket.once('timeout', () => fail(t('no answer')));
    socket.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => fail(code));
  }).finally(() => socket.destroy());
}
