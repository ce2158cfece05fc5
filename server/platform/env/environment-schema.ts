import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { SETTING_SCHEMAS } from '#contract/admin/settings.ts';
import { z } from '#contract/zod.ts';
import { describeLocation, locateBackups } from './backup-location.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { resolveFolder } from './folder-path.ts';
import { PLACEHOLDERS } from './setup.ts';
import { RISK_NAMES } from './unsafe-settings.ts';

const digits = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
const port = digits.refine((number) => number <= 65535, 'must be a port, at most 65535');

// Each takes memory and connections to the database.
const MAX_DEFAULT_WORKERS = 4;

const proxyUrl = z
  .url({ protocol: /^https?$/, hostname: /./, error: 'must be a proxy, such as http://proxy.example.com:3128' })
  .optional();

/** Each variable by itself. Names, defaults and meanings: `docs/operations.md`. */
export const environmentSchema = z.object({
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
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(8).max(300).optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a telephone number such as +19495550100')
    .optional(),
  TWILIO_API_BASE: z
    .url({ protocol: /^https?$/, hostname: /./, abort: true })
    .refine(hasNoPath, 'must be an address without a path')
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.twilio.com'),
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
  HTTPS_PROXY: proxyUrl,
  HTTP_PROXY: proxyUrl,
  NO_PROXY: z.string().max(2000).optional(),
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

/** The sender of emails. */
export interface Sender {
  name: string;
  address: string;
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
