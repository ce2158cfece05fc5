import { describe, expect, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { createTestApi } from '#tests/support/api.ts';
import { InvalidEnvironment, readEnv, refuseUnsafeSettings } from './env.ts';
import { RISK_NAMES, requiresStaffSecurity } from './unsafe-settings.ts';

/** A production environment without risks. */
const SAFE = {
  ORIGIN: 'https://directory.example',
  SMTP_URL: 'smtp://mail.directory.example?requireTLS=true',
  DATABASE_URL: 'postgres://user:hunter2@db.directory.example/directory?sslmode=verify-full',
  TRUSTED_PROXIES: '10.0.0.1,fd00::/8,loopback',
  ADMIN_PASSWORD: 'seagull over the pier',
};

/** The lines with which a start is refused. */
function getRefusals(variables: Record<string, string | undefined>): string[] {
  try {
    // A folder without a database.
    refuseUnsafeSettings(readEnv({ DATA_DIR: '/dev/null', ...variables }));
    return [];
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.message.split('\n');
    throw error;
  }
}

const UNSAFE: [risk: (typeof RISK_NAMES)[number], variables: Record<string, string | undefined>, line: RegExp][] = [
  ['http-origin', { ORIGIN: 'http://directory.example' }, /^ORIGIN: .* set ORIGIN=https:\/\/directory\.example /],
  ['http-origin', { ORIGIN: 'http://93.184.216.34:8080' }, /^ORIGIN: .* set ORIGIN=https:\/\/93\.184\.216\.34:8080 /],
  ['http-origin', { ORIGIN: 'http://[2606:2800::1]' }, /^ORIGIN: /],
  ['no-smtp', { SMTP_URL: undefined }, /^SMTP_URL: is not set.* Set SMTP_URL=smtp:/],
  ['unencrypted-services', { SMTP_URL: 'smtp://mail.example' }, /^SMTP_URL: .* Add \?requireTLS=true, or use smtps/],
  ['unencrypted-services', { SMTP_URL: 'smtp://mail.example?requireTLS=false' }, /^SMTP_URL: /],
  ['unencrypted-services', { DATABASE_URL: 'postgres://u:p@db.example/d' }, /^DATABASE_URL: .* \?sslmode=verify-full /],
  ['unencrypted-services', { DATABASE_URL: 'postgres://u:p@10.0.0.7:5432,93.184.216.34:5432/d' }, /^DATABASE_URL: /],
  ['unencrypted-services', { DATABASE_DIRECT_URL: 'postgres://u:p@db.example/d' }, /^DATABASE_DIRECT_URL: /],
  ['unencrypted-services', { DATABASE_URL: 'postgres://u:p@93.184.216.34/d?sslmode=prefer' }, /^DATABASE_URL: /],
  ['unencrypted-services', { STRIPE_API_BASE: 'http://stripe.example' }, /^STRIPE_API_BASE: is not encrypted/],
  ['unencrypted-services', { GEOCODER_URL: 'http://geocoder.example' }, /^GEOCODER_URL: is not encrypted/],
  ['unencrypted-services', { PASSWORD_RANGE_URL: 'http://ranges.example' }, /^PASSWORD_RANGE_URL: is not encrypted/],
  ['no-trusted-proxies', { TRUSTED_PROXIES: '' }, /^TRUSTED_PROXIES: is not set.* TRUSTED_PROXIES=127\.0\.0\.1 /],
  ['all-proxies-trusted', { TRUSTED_PROXIES: '127.0.0.1,0.0.0.0/0' }, /^TRUSTED_PROXIES: 0\.0\.0\.0\/0 trusts/],
  ['all-proxies-trusted', { TRUSTED_PROXIES: '::/0' }, /^TRUSTED_PROXIES: ::\/0 trusts/],
  ['unknown-variables', { SMPT_URL: 'x' }, /^SMPT_URL: is not a variable of this program, did you mean SMTP_URL\? /],
  ['unknown-variables', { STRIPE_MODE: 'live' }, /^STRIPE_MODE: is not a variable of this program/],
];

describe('A start in production', () => {
  it('is allowed with safe settings', () => {
    expect(getRefusals(SAFE)).toEqual([]);
  });

  it.each([
    { SMTP_URL: 'smtps://mail.example' },
    { SMTP_URL: 'smtp://127.0.0.1' },
    { SMTP_URL: 'smtp://mail' },
    { DATABASE_URL: 'postgres://u:p@10.0.0.7/d' },
    { DATABASE_URL: 'postgres://u@localhost/d?host=%2Frun%2Fpostgresql' },
    { STRIPE_API_BASE: 'http://127.0.0.1:12111' },
  ])('is allowed with services that are encrypted or on a private network: %j', (variables) => {
    expect(getRefusals({ ...SAFE, ...variables })).toEqual([]);
  });

  it.each(UNSAFE)('is refused for %s: %j', (risk, variables, line) => {
    const refusals = getRefusals({ ...SAFE, ...variables });
    expect(refusals).toEqual([expect.stringMatching(line)]);
    expect(refusals[0]).toContain(`ALLOW_UNSAFE=${risk}`);
    const others = RISK_NAMES.filter((name) => name !== risk);
    expect(getRefusals({ ...SAFE, ...variables, ALLOW_UNSAFE: others.join() })).toEqual(refusals);
    expect(getRefusals({ ...SAFE, ...variables, ALLOW_UNSAFE: ` ${risk} , no-smtp` })).toEqual([]);
  });

  it('has a test for each risk but those of staff, which are checked with their accounts and sessions', () => {
    const ofStaff = ['admin-password', 'no-second-factor'];
    expect(new Set([...UNSAFE.map(([risk]) => risk), ...ofStaff])).toEqual(new Set(RISK_NAMES));
  });

  it('is refused for all of its risks at once, without showing secrets', () => {
    const refusals = getRefusals({ ORIGIN: 'https://directory.example', STRIPE_SECRET: 'hunter2' });
    expect(refusals).toHaveLength(4);
    expect(refusals).toContainEqual(expect.stringMatching(/^ADMIN_PASSWORD: is not set.*ALLOW_UNSAFE=admin-password/));
    expect(refusals.join()).not.toContain('hunter2');
  });

  it('creates no administrator whose password would be printed, and accepts none that can be guessed at any start', async () => {
    const api = await createTestApi();
    const settings = readEnv({});
    const start = (ADMIN_PASSWORD?: string, strict = true) =>
      ensureAdministrator(api.db, { ...settings, ADMIN_PASSWORD }, { strict });
    await expect(start()).rejects.toThrow(/^ADMIN_PASSWORD: is not set/);
    await expect(start('admin-admin-admin')).rejects.toThrow(/^ADMIN_PASSWORD: /);
    expect(await start(SAFE.ADMIN_PASSWORD)).not.toBeNull();
    expect(await start()).toBeNull();
    await expect(start('hunter2')).rejects.toThrow(/^ADMIN_PASSWORD: .*12 characters$/);
    expect(await start('hunter2', false)).toBeNull();
    await api.close();
  });

  it('logs the accepted risks', async () => {
    const lines: string[] = [];
    const env = { ...SAFE, SMTP_URL: '', ALLOW_UNSAFE: 'no-smtp' };
    const api = await createTestApi({ env, log: { write: (line) => void lines.push(line) } });
    expect(lines.filter((line) => line.includes('"level":40')).join()).toContain('ALLOW_UNSAFE accepts no-smtp.');
    await api.close();
  });
});

describe('The administration asks staff for a second factor', () => {
  const isRequired = (ORIGIN: string, ALLOW_UNSAFE = '') => requiresStaffSecurity(readEnv({ ORIGIN, ALLOW_UNSAFE }));

  it.each([
    'https://directory.example',
    'https://localhost:3000',
    'https://10.0.0.1',
    'http://directory.example',
    'http://93.184.216.34:8080',
    'http://[2606:2800::1]',
    'http://172.32.0.1',
    'http://192.169.0.1',
    'http://localhost.example',
    'http://notlocalhost.com',
    'http://127.0.0.1.nip.io',
    'http://local.example',
  ])('at %s, unless ALLOW_UNSAFE says no-second-factor', (origin) => {
    expect(isRequired(origin)).toBe(true);
    expect(isRequired(origin, 'no-smtp,http-origin')).toBe(true);
    expect(isRequired(origin, 'no-second-factor')).toBe(false);
  });

  it.each([
    'http://localhost:3000',
    'http://site.localhost',
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://[::1]:3000',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0:3000',
    'http://10.1.2.3',
    'http://172.31.255.254',
    'http://192.168.1.7:3000',
    'http://169.254.1.1',
    'http://100.64.0.1',
    'http://[fd12::7]',
    'http://[fe80::1]',
    'http://raspberry',
    'http://pi.local',
    'http://directory.internal',
    'http://directory.test',
  ])('not at %s', (origin) => {
    expect(isRequired(origin)).toBe(false);
  });

  it('is off with a warning at each start in production only', async () => {
    const start = async (ORIGIN: string) => {
      const lines: string[] = [];
      const env = { ...SAFE, ORIGIN, ALLOW_UNSAFE: 'no-second-factor' };
      const api = await createTestApi({ env, log: { write: (line) => void lines.push(line) } });
      await api.close();
      return lines.join();
    };
    expect(await start('https://directory.example')).toContain('ALLOW_UNSAFE accepts no-second-factor.');
    expect(await start('http://localhost:3000')).not.toContain('no-second-factor');
  });
});

describe('A start elsewhere', () => {
  it.each([
    'http://localhost:3000',
    'http://site.localhost',
    'http://127.0.0.2:3000',
    'http://[::1]:3000',
    'http://10.1.2.3',
    'http://172.16.0.9',
    'http://192.168.1.7:3000',
    'http://[fd12::7]',
    'http://pi',
    'http://pi.local',
    'http://directory.test',
  ])('is allowed with the defaults at %s', (ORIGIN) => {
    expect(getRefusals({ ORIGIN, ADMIN_PASSWORD: 'admin1', STRIPE_MODE: 'x' })).toEqual([]);
  });

  it('warns of misspelt variables', async () => {
    const lines: string[] = [];
    const api = await createTestApi({ env: { SMPT_URL: 'x' }, log: { write: (line) => void lines.push(line) } });
    expect(lines.join()).toContain('SMPT_URL: is not a variable of this program, did you mean SMTP_URL?');
    await api.close();
  });
});
