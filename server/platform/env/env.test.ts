import { describe, expect, it } from 'vitest';
import { InvalidEnvironment, readEnv } from './env.ts';

/** Values that do not fit, each with what the line says. */
const FAULTS: [name: string, value: string, says: RegExp][] = [
  ['PORT', 'abc', /whole number/],
  ['PORT', '-1', /whole number/],
  ['PORT', ' ', /whole number/],
  ['PORT', '65536', /at most 65535/],
  ['HOST', 'a b', /address of this machine/],
  ['ORIGIN', 'directory.example', /such as https:/],
  ['ORIGIN', 'ftp://directory.example', /such as https:/],
  ['ORIGIN', 'https://directory.example/shop', /without a path/],
  ['DATA_DIR', 's3://bucket/site', /must be a folder, not s3:/],
  ['DATA_DIR', '~/site', /must be a folder, not ~/],
  ['BACKUP_TO', 'ftp://host/folder', /must be a folder, or https:.*, not ftp:/],
  ['BACKUP_TO', 'sftp://me:secret@host/folder', /not sftp:\/\/host/],
  ['GEOCODER_URL', 'census', /URL/],
  ['DATABASE_URL', 'mysql://db', /URL/],
  ['DATABASE_DIRECT_URL', 'postgres://one,two/site', /one server/],
  ['SAMPLE_DATA', 'yes', /"on"\|"few"\|"off"/],
  ['ADMIN_USERNAME', 'a', /3 characters/],
  ['ADMIN_PASSWORD', 'short', /6 characters/],
  ['SITE_NAME', 'x'.repeat(61), /60 characters/],
  ['SOCIAL_X_URL', 'https://facebook.com/socal', /an https address on x.com/],
  ['SOCIAL_FACEBOOK_URL', 'http://facebook.com/socal', /an https address on facebook.com/],
  ['SUPPORT_EMAIL', 'nobody', /email/],
  ['SMTP_URL', 'mail.example', /smtp:\/\/user:password@host/],
  ['SMTP_URL', 'smtp://user:100%@mail.example', /%25/],
  ['MAIL_FROM', 'The Directory', /must be an address/],
  ['PAYMENTS', 'live', /must be "simulated"/],
  ['STRIPE_SECRET_KEY', 'pk_test_1', /sk_test_/],
  ['STRIPE_SECRET_KEY', 'sk_test_1\n2', /sk_test_/],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', /pk_test_/],
  ['STRIPE_WEBHOOK_SECRET', 'short', /8 characters/],
  ['STRIPE_API_BASE', 'stripe', /URL/],
  ['STRIPE_API_BASE', 'http://127.0.0.1:12111/v1', /without a path/],
  ['TRUSTED_PROXIES', 'zz', /"zz" is none/],
  ['TRUSTED_PROXIES', '10.0.0.0/33', /"10\.0\.0\.0\/33" is none/],
  ['TRUSTED_PROXIES', '127.0.0.1,proxy.example', /"proxy\.example" is none/],
  ['ALLOW_UNSAFE', 'no-smpt', /"no-smpt" is no risk; the risks are http-origin, no-smtp/],
  ['LOG_LEVEL', 'loud', /"info"/],
  ['METRICS_TOKEN', 'short', /16 characters/],
  ['AUDIT_LOG_DAYS', '364', /from 365 to 3650/],
  ['PAGE_CACHE_MB', '1e3', /whole number/],
  ['WORKERS', '0', /1 to 64/],
  ['S3_BUCKET', 'A', /name of a bucket/],
  ['CDN_PURGE', 'akamai:1', /varnish:URL, fastly:SERVICE or cloudflare:ZONE/],
  ['CDN_PURGE', 'varnish:http://user:secret@cache', /addresses of Varnish/],
  ['CDN_PURGE', 'fastly:../other', /fastly:SERVICE/],
  ['CDN_PURGE_TOKEN', 'two\nlines', /must be a token/],
];

describe('A variable that does not fit', () => {
  it.each(FAULTS)('%s=%s is one line that says so', (name, value, says) => {
    const lines = getFaults({ [name]: value }).filter((line) => line.startsWith(`${name}: `));
    expect(lines).toEqual([expect.stringMatching(says)]);
  });

  it('is reported with all others', () => {
    const faults = getFaults({ PORT: 'x', TRUSTED_PROXIES: 'y,z', LOG_LEVEL: 'loud' });
    expect(faults.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'TRUSTED_PROXIES',
      'TRUSTED_PROXIES',
      'LOG_LEVEL',
    ]);
  });

  it('is empty where that turns something off: the geocoder', () => {
    expect(readEnv({}).GEOCODER_URL).toBe('https://geocoding.geo.census.gov/geocoder');
    expect(readEnv({ GEOCODER_URL: 'http://127.0.0.1:4000/geocoder/' }).GEOCODER_URL).toBe(
      'http://127.0.0.1:4000/geocoder',
    );
    expect(readEnv({ GEOCODER_URL: '' }).GEOCODER_URL).toBeNull();
  });

  it('lacks another: the token of the service that is purged', () => {
    const zone = { CDN_PURGE: 'cloudflare:023e105f4ecef8ad' };
    expect(getFaults(zone)).toEqual([expect.stringMatching(/^CDN_PURGE_TOKEN: must be set/)]);
    expect(readEnv({ ...zone, CDN_PURGE_TOKEN: 'a-token-of-it' }).CDN_PURGE).toMatchObject({ token: 'a-token-of-it' });
    expect(readEnv({ CDN_PURGE: 'varnish:http://one:6082, http://two:6082' }).CDN_PURGE).toEqual({
      kind: 'varnish',
      urls: ['http://one:6082/', 'http://two:6082/'],
    });
  });

  it('contradicts another: simulated payments with a live key', () => {
    expect(getFaults({ PAYMENTS: 'simulated', STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
      expect.stringMatching(/^PAYMENTS: .*STRIPE_SECRET_KEY/),
    ]);
    expect(readEnv({ PAYMENTS: 'simulated', STRIPE_SECRET_KEY: 'sk_test_1' }).PAYMENTS).toBe('simulated');
  });
});

describe('A variable that looks like one of ours', () => {
  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TRUSTED_PROXIS', 'TRUSTED_PROXIES'],
    ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
    ['STRIPE_MODE', null],
    ['PAYMENT', 'PAYMENTS'],
    ['Allow-Unsafe', 'ALLOW_UNSAFE'],
    ['ORGIN', 'ORIGIN'],
    ['PROT', 'PORT'],
    ['SITE_MOTTO', null],
    ['S3_REGION_NAME', null],
  ])('%s is found', (name, meant) => {
    expect(readEnv({ [name]: 'x' }).unknownVariables).toEqual([{ name, meant }]);
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'LOGNAME',
    'MAIL',
    'FILE_NAME',
    'NODE_ENV',
    'PGDATA',
    'SHELL',
    'npm_config_cache',
    'SMTP_SERVICE_HOST',
    'SMTP_PORT_587_TCP_ADDR',
    'STRIPE_PORT',
  ])('%s is none of them', (name) => {
    expect(readEnv({ [name]: 'x' }).unknownVariables).toEqual([]);
  });
});

/** The lines of the error with which an environment is refused. */
function getFaults(variables: Record<string, string>): string[] {
  try {
    readEnv(variables);
    return [];
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.message.split('\n');
    throw error;
  }
}
