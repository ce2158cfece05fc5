import type { z } from '#contract/zod.ts';
import { type Cdn, parseCdn } from './cdn.ts';
import { environmentSchema, type Sender } from './environment-schema.ts';
import { locateMapTiles, type MapTilesLocation, SHIPPED_MAP_TILES } from './map-tiles-location.ts';
import { findUnknownVariables, type UnknownVariable } from './unknown-variables.ts';
import { describeRefusedRisks } from './unsafe-settings.ts';

const TWILIO_NAMES = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The checked environment. Names, defaults and meanings: `docs/operations.md`. */
export type Env = Omit<
  z.infer<typeof environmentSchema>,
  'ORIGIN' | 'SAMPLE_DATA' | 'MAIL_FROM' | 'GEOCODER_URL' | 'MAP_TILES' | 'CDN_PURGE' | 'CDN_PURGE_TOKEN'
> & {
  /** Null without a proxy that is purged. */
  CDN_PURGE: Cdn | null;
  /** Null when it is set to be empty: then no address is geocoded. */
  GEOCODER_URL: string | null;
  MAP_TILES: MapTilesLocation;
  ORIGIN: string;
  SAMPLE_DATA: 'on' | 'few' | 'off';
  MAIL_FROM: Sender;
  /** Variables that look like ours and are unknown. */
  unknownVariables: UnknownVariable[];
};

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
  if (TWILIO_NAMES.some((name) => given[name] !== undefined)) {
    const missing = TWILIO_NAMES.filter((name) => given[name] === undefined);
    faults.push(...missing.map((name) => `${name}: must be set, as the other variables of Twilio are`));
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
