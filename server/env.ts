import { resolve } from 'node:path';
import { z } from '#contract/zod.ts';

const port = z.coerce.number().int().min(0).max(65535);

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./var')
    .transform((dir) => resolve(dir)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SAMPLE_DATA: z.enum(['on', 'off']).optional(),
  ADMIN_USERNAME: z.string().min(3).max(60).default('admin'),
  ADMIN_PASSWORD: z.string().min(6).max(200).optional(),
  SITE_NAME: z.string().min(1).max(60).default('SoCal Local'),
  SITE_OPERATOR: z.string().min(1).max(100).default('SoCal Local Broadband'),
  POSTAL_ADDRESS: z.string().max(300).default(''),
  SUPPORT_EMAIL: z.email().max(254).default('support@socal-local.example'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  MAIL_FROM: z.string().max(300).transform(parseSender).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must begin with sk_test_ or sk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/, hostname: /./ })
    .refine((url) => /^\/?$/.test(new URL(url).pathname), 'must be an address without a path')
    .optional(),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^(G|GTM)-[A-Z0-9]{4,16}$/, 'must be G-… (a Google tag) or GTM-… (a container), in capitals')
    .optional(),
  ADS_CLIENT_ID: z
    .string()
    .regex(/^ca-pub-\d{16}$/, 'must be ca-pub- and 16 digits')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean),
    ),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(65536).default(128),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().max(300).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(300).optional(),
});

/** The checked environment. Names, defaults and meanings: `docs/operations.md`. */
export type Env = Omit<z.infer<typeof environmentSchema>, 'ORIGIN' | 'SAMPLE_DATA' | 'MAIL_FROM'> & {
  ORIGIN: string;
  SAMPLE_DATA: boolean;
  MAIL_FROM: Sender;
};

/** Whom mails are from. */
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
  const faults = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (S3_NAMES.some((name) => given[name] !== undefined)) {
    const missing = S3_NAMES.filter((name) => given[name] === undefined);
    faults.push(...missing.map((name) => `${name}: must be set, as the other variables of S3 are`));
  }
  const [secret, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY];
  if (secret && publishable && secret.includes('_live_') !== publishable.includes('_live_')) {
    faults.push('STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY, test or live');
  }
  if (!parsed.success || faults.length > 0) throw new InvalidEnvironment(faults.join('\n'));
  const env = parsed.data;
  const origin = env.ORIGIN ?? `http://localhost:${env.PORT}`;
  return {
    ...env,
    ORIGIN: origin,
    SAMPLE_DATA: env.SAMPLE_DATA ? env.SAMPLE_DATA === 'on' : env.DATABASE_URL === undefined,
    MAIL_FROM: env.MAIL_FROM ?? { name: env.SITE_NAME, address: `no-reply@${new URL(origin).hostname}` },
  };
}

/** Reads `Name <address>`, or an address alone. */
function parseSender(text: string, context: z.RefinementCtx): Sender {
  const [, name = '', address = text] = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/.exec(text.trim()) ?? [];
  if (z.email().safeParse(address).success && !/[\r\n]/.test(name)) return { name, address };
  context.addIssue('must be an address, or a name and an address: SoCal Local <mail@example.com>');
  return z.NEVER;
}
