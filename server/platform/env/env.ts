import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { SETTING_SCHEMAS } from '#contract/admin/settings.ts';
import { z } from '#contract/zod.ts';
import { describeLocation, locateBackups } from './backup-location.ts';
import { type Cdn, parseCdn } from './cdn.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { resolveFolder } from './folder-path.ts';
import { locateMapTiles, type MapTilesLocation, SHIPPED_MAP_TILES } from './map-tiles-location.ts';
import { PLACEHOLDERS } from './setup.ts';
import { findUnknownVariables, type UnknownVariable } from './unknown-variables.ts';
import { describeRefusedRisks, RISK_NAMES } from './unsafe-settings.ts';

const digits = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
const port = digits.refine((number) => number <= 65535, 'must be a port, at most 65535');

// Each takes memory and connections to the database.
const MAX_DEFAULT_WORKERS = 4;

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  WORKERS: digits
    .refine((number) => number >= 1 && number <= 64, 'must be 1 to 64')
    .default(() => Math.min(availableParallelism(), MAX_DEFAULT_WORKERS)),
  ORIGIN: z
    .url({
      protocol: /^https?$/,
      hostname: /./,
      error: 'must be an http or https address, such as https://www.example.com',
      abort: true,
    })
    .refine(hasNoPath, { error: 'must be an address without a path', abort: true })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./var')
    .transform(refusing((dir) => resolveFolder(dir))),
  DATABASE_URL: z.string().superRefine(checkDatabaseUrl).optional(),
  DATABASE_DIRECT_URL: z.string().superRefine(checkDirectUrl).optional(),
  DATABASE_REPLICA_URL: z.string().superRefine(checkDirectUrl).optional(),
  DATABASE_POOL: digits.refine((number) => number >= 2 && number <= 200, 'must be from 2 to 200').default(10),
  SAMPLE_DATA: z.enum(['on', 'few', 'off']).optional(),
  ADMIN_USERNAME: z.string().min(3).max(60).default('admin'),
  ADMIN_PASSWORD: z.string().min(6).max(200).optional(),
  ADMIN_EMAIL: z.email().max(254).optional(),
  PASSWORD_RANGE_URL: z
    .url({ protocol: /^https?$/, hostname: /./ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/, hostname: /./ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://geocoding.geo.census.gov/geocoder'),
  MAP_TILES: z
    .string()
    .max(1000)
    .regex(/\.pmtiles$/, 'must end in .pmtiles')
    .optional(),
  // Administrators can set these instead (server/platform/settings/operator-settings.ts).
  SITE_NAME: SETTING_SCHEMAS.siteName.default(PLACEHOLDERS.siteName),
  SITE_OPERATOR: SETTING_SCHEMAS.operator.default(PLACEHOLDERS.operator),
  POSTAL_ADDRESS: SETTING_SCHEMAS.postalAddress.default(''),
  SUPPORT_EMAIL: SETTING_SCHEMAS.supportEmail.default(PLACEHOLDERS.supportEmail),
  SOCIAL_FACEBOOK_URL: SETTING_SCHEMAS.facebookUrl.default(''),
  SOCIAL_X_URL: SETTING_SCHEMAS.xUrl.default(''),
  SOCIAL_INSTAGRAM_URL: SETTING_SCHEMAS.instagramUrl.default(''),
  SOCIAL_LINKEDIN_URL: SETTING_SCHEMAS.linkedinUrl.default(''),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be smtp://user:password@host:587', abort: true })
    .refine(hasReadableCredentials, 'has a % in its name or password that must be written as %25')
    .optional(),
  PAYMENTS: z.enum(['simulated'], 'must be "simulated", or unset').optional(),
  MAIL_FROM: z.string().max(300).transform(parseSender).optional(),
  MAIL_DOMAIN: z
    .string()
    .regex(/^(?=.{4,190}$)([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i, 'must be a domain, such as reply.example.com')
    .optional(),
  INBOUND_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w.~-]{16,200}$/, 'must be at least 16 letters, digits, or any of . _ ~ -')
    .optional(),
  INBOUND_LMTP: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be an address of this machine and a port, such as 127.0.0.1:2424')
    .transform((address) => ({ host: address.replace(/:\d+$/, ''), port: Number(address.replace(/^.*:/, '')) }))
    .refine(({ port }) => port >= 1 && port <= 65535, 'must have a port from 1 to 65535')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_test_ or sk_live_, then letters and digits')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must begin with pk_test_ or pk_live_, then letters and digits')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/, hostname: /./, abort: true })
    .refine(hasNoPath, 'must be an address without a path')
    .optional(),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^(G|GTM)-[A-Z0-9]{4,16}$/, 'must be G-… (a Google tag) or GTM-… (a container), in capitals')
    .optional(),
  ADS_CLIENT_ID: z
    .string()
    .regex(/^ca-pub-\d{16}$/, 'must be ca-pub- and 16 digits')
    .optional(),
  TRUSTED_PROXIES: list(
    z.string().refine(isAddressRange, {
      error: ({ input }) =>
        `must be addresses or ranges, separated by commas, such as 127.0.0.1 or 10.0.0.0/8; "${input}" is none`,
    }),
  ),
  ALLOW_UNSAFE: list(
    z.enum(RISK_NAMES, { error: ({ input }) => `"${input}" is no risk; the risks are ${RISK_NAMES.join(', ')}` }),
  ),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  AUDIT_LOG_DAYS: digits.refine((days) => days >= 365 && days <= 3650, 'must be from 365 to 3650').default(365),
  PAGE_CACHE_MB: digits.refine((number) => number <= 65536, 'must be at most 65536').default(40),
  CDN_PURGE: z.string().max(2000).optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{8,300}$/, 'must be a token of the service')
    .optional(),
  BACKUP_TO: z
    .string()
    .max(1000)
    .transform(refusing((place) => describeLocation(locateBackups(place))))
    .optional(),
  BACKUP_EVERY: digits.refine((hours) => hours >= 1 && hours <= 8760, 'must be from 1 to 8760 hours').default(24),
  BACKUP_KEEP: digits.refine((number) => number >= 1 && number <= 1000, 'must be from 1 to 1000').default(14),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[\da-z]{58}$/, 'must be the public key that `npm run backup -- --make-keys` prints, age1…')
    .optional(),
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-1[\dA-Z]{58}$/, 'must be the secret key that `npm run backup -- --make-keys` prints')
    .optional(),
  BACKUP_ACCESS_KEY_ID: z.string().max(300).optional(),
  BACKUP_SECRET_ACCESS_KEY: z.string().max(300).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().max(300).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(300).optional(),
});

/** The checked environment. Names, defaults and meanings: `docs/operations.md`. */
export type Env = Omit<
  z.infer<typeof environmentSchema>,
  'ORIGIN' | 'SAMPLE_DATA' | 'MAIL_FROM' | 'GEOCODER_URL' | 'MAP_TILES' | 'CDN_PURGE' | 'CDN_PURGE_TOKEN'
> & {
  /** Null without a proxy that is purged. */
  CDN_PURGE: Cdn | null;
  /** Null when it is set to be empty: then no address is geocoded. */
  GEOCODER_URL: string | null;
  /** Null without tiles of streets. */
  MAP_TILES: MapTilesLocation;
  ORIGIN: string;
  SAMPLE_DATA: 'on' | 'few' | 'off';
  MAIL_FROM: Sender;
  /** Variables that look like ours and are unknown. */
  unknownVariables: UnknownVariable[];
};

/** The sender of emails. */
export interface Sender {
  name: string;
  address: string;
}

/** Every fault of the environment at once, one line each. */
export class InvalidEnvironment extends Error {}

/**
 * Reads the environment: the only reader of `process.env`.
 * @throws {InvalidEnvironment} naming every variable that does not fit, and why.
 */
export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map(({ path: [name], message }) => `${String(name)}: ${message}`);
  if (given.DATABASE_DIRECT_URL !== undefined && given.DATABASE_URL === undefined) {
    faults.push('DATABASE_URL: must be set to the pooler if DATABASE_DIRECT_URL is set');
  }
  if (given.DATABASE_REPLICA_URL !== undefined && given.DATABASE_URL === undefined) {
    faults.push('DATABASE_URL: must be set to the primary if DATABASE_REPLICA_URL is set');
  }
  if (S3_NAMES.some((name) => given[name] !== undefined)) {
    const missing = S3_NAMES.filter((name) => given[name] === undefined);
    faults.push(...missing.map((name) => `${name}: must be set, as the other variables of S3 are`));
  }
  const receivesMail = given.INBOUND_WEBHOOK_SECRET !== undefined || given.INBOUND_LMTP !== undefined;
  if (receivesMail && given.MAIL_DOMAIN === undefined)
    faults.push('MAIL_DOMAIN: must be set to receive answers by email');
  if (!receivesMail && given.MAIL_DOMAIN !== undefined)
    faults.push('MAIL_DOMAIN: needs INBOUND_WEBHOOK_SECRET or INBOUND_LMTP, by which the emails come');
  const [secret, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY];
  if (secret && publishable && secret.includes('_live_') !== publishable.includes('_live_')) {
    faults.push('STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY, test or live');
  }
  if (given.PAYMENTS !== undefined && secret?.includes('_live_')) {
    faults.push('PAYMENTS: payments cannot be simulated with a live STRIPE_SECRET_KEY; unset one of the two');
  }
  const env = parsed.data && { ...parsed.data, ORIGIN: parsed.data.ORIGIN ?? `http://localhost:${parsed.data.PORT}` };
  const mapTiles = env?.MAP_TILES === undefined ? SHIPPED_MAP_TILES : locateMapTiles(env.MAP_TILES, env);
  if (mapTiles === null) {
    faults.push(
      'MAP_TILES: must be a file in DATA_DIR, such as socal.pmtiles, or an address on ORIGIN or in the bucket',
    );
  }
  const cdn = env?.CDN_PURGE === undefined ? null : readCdn(env.CDN_PURGE, env.CDN_PURGE_TOKEN, faults);
  if (!env || !mapTiles || faults.length > 0) throw new InvalidEnvironment(faults.join('\n'));
  return {
    ...env,
    SAMPLE_DATA: env.SAMPLE_DATA ?? (env.DATABASE_URL === undefined ? 'on' : 'off'),
    MAIL_FROM: env.MAIL_FROM ?? { name: env.SITE_NAME, address: `no-reply@${new URL(env.ORIGIN).hostname}` },
    GEOCODER_URL: variables.GEOCODER_URL === '' ? null : env.GEOCODER_URL,
    MAP_TILES: mapTiles,
    CDN_PURGE: cdn,
    unknownVariables: findUnknownVariables(Object.keys(given), Object.keys(environmentSchema.shape)),
  };
}

function readCdn(text: string, token: string | undefined, faults: string[]): Cdn | null {
  try {
    return parseCdn(text, token);
  } catch (error) {
    faults.push((error as Error).message);
    return null;
  }
}

/**
 * Refuses to start in production with unsafe settings that `ALLOW_UNSAFE` does not name.
 * @param others further faults of settings, one line each
 * @throws {InvalidEnvironment} with one line for each of them, which says what to set
 */
export function refuseUnsafeSettings(env: Env, others: string[] = []): void {
  const faults = [...describeRefusedRisks(env), ...others];
  if (faults.length > 0) throw new InvalidEnvironment(faults.join('\n'));
}

/** A list, separated by commas; empty by default. */
function list<Item extends string>(item: z.ZodType<Item, string>) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}

// The names of ranges that Fastify knows (https://fastify.dev/docs/latest/Reference/Server/#trustproxy).
const RANGE_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressRange(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return RANGE_NAMES.includes(text) || (isIP(address) > 0 && Number(prefix) <= (isIP(address) === 4 ? 32 : 128));
}

function hasNoPath(url: string): boolean {
  return /^\/?$/.test(new URL(url).pathname);
}

function checkDatabaseUrl(url: string, context: z.RefinementCtx) {
  try {
    parseDatabaseUrl(url);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

function checkDirectUrl(url: string, context: z.RefinementCtx) {
  checkDatabaseUrl(url, context);
  if (context.issues.length === 0 && parseDatabaseUrl(url).urls.length > 1)
    context.addIssue({ code: 'custom', message: 'must name one server' });
}

function hasReadableCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return !/%(?![\da-f]{2})/i.test(username + password);
}

/** Makes what `read` throws the fault of a setting. */
function refusing(read: (text: string) => string) {
  return (text: string, context: z.RefinementCtx) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  };
}

/** Reads `Name <address>`, or an address alone. */
function parseSender(text: string, context: z.RefinementCtx): Sender {
  const [, name = '', address = text] = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/.exec(text.trim()) ?? [];
  if (z.email().safeParse(address).success && !/[\r\n]/.test(name)) return { name, address };
  context.addIssue('must be an address, or a name and an address: SoCal Local <mail@example.com>');
  return z.NEVER;
}
