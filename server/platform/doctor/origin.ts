import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { compile } from '@fastify/proxy-addr';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Env } from '#server/platform/env/env.ts';
import { readBounded } from '#server/platform/http/bounded-body.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { createFindings } from './finding.ts';

const { ok, error } = createFindings(() => t('Origin'));
const proxies = createFindings(() => t('Proxies'));
const certificate = createFindings(() => t('Certificate'));

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10_000;
const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 14;
// Of the block for documentation (RFC 5737): nobody has it.
const CLAIMED_ADDRESS = '198.51.100.77';

const readySchema = z.object({ status: z.string(), address: z.string() });

type OriginEnv = Pick<Env, 'ORIGIN' | 'TRUSTED_PROXIES'>;

/** Whether the site answers at `ORIGIN` from here, which address it takes its visitors to have, and until when its certificate is valid. */
export async function checkOrigin({ ORIGIN: origin, TRUSTED_PROXIES }: OriginEnv): Promise<Finding[]> {
  const found = origin.startsWith('https:') ? [await checkCertificate(new URL(origin))] : [];
  const response = await fetch(`${origin}/readyz`, {
    headers: { 'x-forwarded-for': CLAIMED_ADDRESS },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((fault: Error & { cause?: { code?: string } }) => fault.cause?.code ?? fault.name);
  if (typeof response === 'string') {
    const unreachable = t(
      '{origin} cannot be reached from here ({fault}). Start the site, and look at the name service, the proxy and the firewall.',
      { origin, fault: response },
    );
    return [...found, error(unreachable)];
  }
  if (response.status >= 300 && response.status < 400) {
    const location = String(response.headers.get('location'));
    const leading = t('{origin} leads to {location}. Set ORIGIN to the address that visitors see.', {
      origin,
      location,
    });
    return [...found, error(leading)];
  }
  const body = readySchema.safeParse(await readJson(response).catch(() => null));
  if (!body.success) {
    const foreign = t(
      '{origin} is not answered by this program (status {status}). Correct ORIGIN, or the address to which the proxy leads.',
      { origin, status: response.status },
    );
    return [...found, error(foreign)];
  }
  const answers =
    response.status === 200
      ? ok(t('{origin} answers.', { origin }))
      : error(
          t('{origin} answers that it is not ready: {status}. See Database.', { origin, status: body.data.status }),
        );
  return [...found, answers, checkAddress(body.data.address, TRUSTED_PROXIES)];
}

async function readJson({ body }: Response): Promise<unknown> {
  return JSON.parse(String(await readBounded(body, MAX_BYTES, () => new Error('too long'))));
}

function checkAddress(address: string, trusted: string[]): Finding {
  if (address === CLAIMED_ADDRESS) {
    return proxies.error(
      t(
        'Visitors can claim any address by X-Forwarded-For. Let the proxy replace that header, or set TRUSTED_PROXIES to the proxy alone.',
      ),
    );
  }
  if (isIP(address) > 0 && compile(trusted)(address, 0)) {
    return proxies.warning(
      t(
        'This request came from {address}, which TRUSTED_PROXIES trusts. Unless this machine is the proxy itself, let the proxy set X-Forwarded-For.',
        { address },
      ),
    );
  }
  if (trusted.length === 0 && !isPublicAddress(address)) {
    return proxies.ok(
      t('This request came from {address}. If that is a proxy, set TRUSTED_PROXIES to it.', { address }),
    );
  }
  return proxies.ok(t('This request came from {address}, and could not claim another address.', { address }));
}

function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: isIP(host) ? undefined : host,
    rejectUnauthorized: false,
  });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(t('no answer'))));
  socket.once('secureConnect', () => {
    const { valid_to: end } = socket.getPeerCertificate();
    resolve(toCertificateFinding(end, socket.authorized ? null : String(socket.authorizationError)));
    socket.destroy();
  });
  socket.once('error', ({ message }) =>
    resolve(certificate.error(t('{host} offers no TLS ({message}). Let the proxy terminate it.', { host, message }))),
  );
  return promise;
}

/** Exported for tests. `validTo` is as TLS says it, `fault` why it cannot be trusted. */
export function toCertificateFinding(validTo: string, fault: string | null): Finding {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
  if (Number.isNaN(days))
    return certificate.error(t('It does not say until when it is valid. Use one of a public authority.'));
  if (days < 0) return certificate.error(t('It ended on {end}. Renew it at the proxy.', { end: validTo }));
  if (fault) return certificate.error(t('Browsers refuse it ({fault}). Use one of a public authority.', { fault }));
  if (days < RENEWAL_DAYS)
    return certificate.warning(
      t('It ends in {days, plural, one {# day} other {# days}}, on {end}. Look why the proxy has not renewed it.', {
        days,
        end: validTo,
      }),
    );
  return certificate.ok(t('It is valid for {days, plural, one {# day} other {# days}} more.', { days }));
}
