import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { t } from '#contract/i18n/t.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { describeUnknownVariable, type UnknownVariable } from './unknown-variables.ts';

/** Names of the risks that `ALLOW_UNSAFE` can accept. */
export const RISK_NAMES = [
  'http-origin',
  'no-smtp',
  'unencrypted-services',
  'no-trusted-proxies',
  'all-proxies-trusted',
  'admin-password',
  'unknown-variables',
  'no-second-factor',
] as const;
export type RiskName = (typeof RISK_NAMES)[number];

/** A setting that is unsafe in production. */
export interface Risk {
  name: RiskName;
  /** What is wrong and what to set, as one line without secrets. */
  fault: string;
}

/** Where the services are that the program connects to. */
interface ServiceUrls {
  BACKUP_TO?: string;
  DATABASE_URL?: string;
  DATABASE_DIRECT_URL?: string;
  DATABASE_REPLICA_URL?: string;
  GEOCODER_URL?: string | null;
  PASSWORD_RANGE_URL?: string;
  TWILIO_API_BASE?: string;
  S3_ENDPOINT?: string;
  SMTP_URL?: string;
  STRIPE_API_BASE?: string;
}

/** The settings that decide whether a start is safe. */
interface Settings extends ServiceUrls {
  ADMIN_PASSWORD?: string;
  DATA_DIR: string;
  ORIGIN: string;
  TRUSTED_PROXIES: string[];
  ALLOW_UNSAFE: RiskName[];
  unknownVariables: UnknownVariable[];
}

/** Whether visitors from elsewhere use the site: its origin is https, or its host is public. */
export const isProduction = ({ ORIGIN }: Pick<Settings, 'ORIGIN'>): boolean =>
  ORIGIN.startsWith('https:') || isPublicHost(new URL(ORIGIN).hostname);

/**
 * Whether the administration asks staff for a second factor and a password of their own choice: in production. Elsewhere a password is
 * enough, also a printed one, so that the first start on a laptop lets its administrator in. See docs/decisions/0102-second-factors.md.
 */
export const requiresStaffSecurity = (settings: Pick<Settings, 'ORIGIN' | 'ALLOW_UNSAFE'>): boolean =>
  isProduction(settings) && !settings.ALLOW_UNSAFE.includes('no-second-factor');

/** The unsafe settings of a start in production, accepted or not; none elsewhere. */
export function findRisks(settings: Settings): Risk[] {
  if (!isProduction(settings)) return [];
  const { ORIGIN, SMTP_URL, TRUSTED_PROXIES, unknownVariables } = settings;
  const risks: Risk[] = [];
  const add = (name: RiskName, fault: string) => risks.push({ name, fault });
  if (ORIGIN.startsWith('http:')) {
    const secure = ORIGIN.replace('http:', 'https:');
    add(
      'http-origin',
      t('ORIGIN: {origin} sends passwords unencrypted. Terminate TLS in front and set ORIGIN={secure}', {
        origin: ORIGIN,
        secure,
      }),
    );
  }
  if (SMTP_URL === undefined) {
    const example = 'SMTP_URL=smtp://user:password@mail.example:587?requireTLS=true';
    add(
      'no-smtp',
      t('SMTP_URL: is not set, so nobody gets an email, not even to reset a password. Set {example}', { example }),
    );
  }
  for (const fault of findUnencryptedServices(settings)) add('unencrypted-services', fault);
  // The program does not terminate TLS, so an https origin means that a proxy stands in front.
  if (ORIGIN.startsWith('https:') && TRUSTED_PROXIES.length === 0) {
    add(
      'no-trusted-proxies',
      t(
        'TRUSTED_PROXIES: is not set, so all visitors share the address and the limits of the proxy that terminates TLS. Set it to the address of the proxy, such as TRUSTED_PROXIES=127.0.0.1',
      ),
    );
  }
  const everybody = TRUSTED_PROXIES.find((range) => range.endsWith('/0'));
  if (everybody !== undefined) {
    add(
      'all-proxies-trusted',
      t(
        'TRUSTED_PROXIES: {range} trusts everybody, so a visitor can claim any address. Set it to the address of the proxy',
        { range: everybody },
      ),
    );
  }
  // Whether an external database has its administrator is known when it is open.
  if (settings.ADMIN_PASSWORD === undefined && settings.DATABASE_URL === undefined && !hasDatabase(settings)) {
    add(
      'admin-password',
      t('ADMIN_PASSWORD: is not set, and a random one would be printed to the log. Set it for the first start'),
    );
  }
  for (const unknown of unknownVariables) add('unknown-variables', describeUnknownVariable(unknown));
  return risks;
}

const hasDatabase = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>) => existsSync(join(DATA_DIR, 'pg'));

/** Services on public hosts to which a connection may be unencrypted, without the credentials in their URLs. */
function findUnencryptedServices({ SMTP_URL, ...services }: ServiceUrls): string[] {
  const isPublic = (url: string) => isPublicHost(new URL(url).hostname);
  const faults: string[] = [];
  if (SMTP_URL?.startsWith('smtp:') && isPublic(SMTP_URL) && getParam(SMTP_URL, 'requireTLS') !== 'true')
    faults.push(
      t('SMTP_URL: emails are sent unencrypted if the server offers no TLS. Add ?requireTLS=true, or use smtps://'),
    );
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    const urls = services[name] === undefined ? [] : parseDatabaseUrl(services[name]).urls;
    if (urls.some((url) => isPublic(url) && getParam(url, 'sslmode') !== 'verify-full'))
      faults.push(t('{name}: the database is on another network. Add ?sslmode=verify-full', { name }));
  }
  for (const name of [
    'BACKUP_TO',
    'GEOCODER_URL',
    'PASSWORD_RANGE_URL',
    'S3_ENDPOINT',
    'STRIPE_API_BASE',
    'TWILIO_API_BASE',
  ] as const) {
    const url = services[name];
    if (url?.startsWith('http:') && isPublic(url))
      faults.push(t('{name}: is not encrypted. Use an https address', { name }));
  }
  return faults;
}

const getParam = (url: string, name: string) => new URL(url).searchParams.get(name);

/** The unsafe settings that `ALLOW_UNSAFE` does not accept, one line each; the program must not start with them. */
export const describeRefusedRisks = (settings: Settings): string[] =>
  findRisks(settings)
    .filter(({ name }) => !settings.ALLOW_UNSAFE.includes(name))
    .map(({ name, fault }) => `${fault} (or accept the risk: ALLOW_UNSAFE=${name})`);

const NO_SECOND_FACTOR =
  'ALLOW_UNSAFE accepts no-second-factor. The administration answers who knows a password, also one that was printed';

/** Warnings for the log: accepted risks in production, misspelt variables elsewhere. */
export function getSettingsWarnings(settings: Settings): string[] {
  if (!isProduction(settings)) return settings.unknownVariables.map(describeUnknownVariable);
  return [
    ...(requiresStaffSecurity(settings) ? [] : [NO_SECOND_FACTOR]),
    ...findRisks(settings).map(({ name, fault }) => `ALLOW_UNSAFE accepts ${name}. ${fault}`),
  ];
}

// Names that no public name server resolves (RFC 6761, RFC 6762, RFC 8375).
const LOCAL_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|test|home\.arpa|lan)$/;

function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? isPublicAddress(address) : !LOCAL_NAME.test(hostname);
}
