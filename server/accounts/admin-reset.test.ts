import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { selectCases } from '#tests/support/long-run.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { resetAdministrator } from './admin-reset.ts';
import { setAdministratorEmail } from './administrator.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
beforeEach(async () => {
  for (const table of ['limits', 'accounts'] as const) await db.deleteFrom(table).execute();
});

const makeAdministrator = () => makeAccount(db, { id: 1, username: 'admin', email: null, business_name: null });
const findEvents = async () =>
  (await auditLog.readNew()).map(({ kind, account_id, reason }) => ({ kind, account_id, reason }));

describe('npm run admin:reset', () => {
  function run(args: string[], input?: string) {
    const { DATABASE_URL } = api.database.env;
    return runCommand('server/accounts/admin-reset.command.ts', { args, input, env: { DATABASE_URL } });
  }

  it('prints a random password once, with which the administrator signs in', async () => {
    await makeAdministrator();
    const { code, stdout, stderr } = await run([]);
    const [, password = ''] =
      /^ {2}Administrator: admin\n {2}Password: (\S{22}) {2}\(shown only now\)\n/.exec(stdout) ?? [];
    expect([code, stderr]).toEqual([0, '']);
    expect((await api.visitor().signIn('admin', password)).body.isAdmin).toBe(true);
    expect((await api.visitor().signIn('admin', PASSWORD)).status).toBe(401);
  });

  it('takes a password from standard input, and does not print it', async () => {
    await makeAdministrator();
    const { code, stdout } = await run(['--stdin'], 'lantern kelp 47\nnot this line\n');
    expect([code, stdout]).toEqual([
      0,
      '  Administrator: admin\n  Password: as given\nAll sessions of the account have ended.\n',
    ]);
    expect((await api.visitor().signIn('admin', 'lantern kelp 47')).status).toBe(200);
  });

  const REFUSED: [string, string[], string, RegExp][] = [
    ['a short password', ['--stdin'], 'kelp-47\n', /^Passwords of the site’s team must be at least 12 characters\n$/],
    ['the current password', ['--stdin'], `${PASSWORD}\n`, /^This is the password of the account already\. .*\n$/],
    ['an option that it does not know', ['--password=x'], '', /Unknown option '--password'/],
  ];

  it.each(selectCases(1, REFUSED))(
    'refuses %s in one line and changes nothing',
    async (_what, args, input, message) => {
      await makeAdministrator();
      expect(await run(args, input)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
      expect(await findEvents()).toEqual([]);
    },
  );
});

describe('a reset of the administrator', () => {
  it('ends sessions, links and known devices, lifts sign-in limits, and is in the audit log', async () => {
    await makeAdministrator();
    await setAdministratorEmail(db, 'boss@mail.example');
    const thief = api.visitor();
    await thief.signIn('admin');
    await api.visitor().post('/api/password-resets', { email: 'boss@mail.example' });
    const token = /token=([\w-]{43})$/m.exec((await api.waitForEmail('boss@mail.example')).text)?.[1];
    await api.visitor().signIn('admin', 'not the password');
    await sql`update limits set hits = 1000 where key ~ '^sign-in:[^:]+(:day)?$'`.execute(db);
    expect((await api.visitor().signIn('admin')).status).toBe(429);

    const { password } = await resetAdministrator(db, 'SoCal Local');
    expect((await thief.get('/api/user')).status).toBe(401);
    const redeemed = await api.visitor().post('/api/password-resets/redeem', { token, password: 'lantern kelp 47' });
    expect(redeemed.status).toBe(400);
    expect(await db.selectFrom('known_devices').selectAll().where('account_id', '=', 1).execute()).toEqual([]);
    expect(await findEvents()).toContainEqual({
      kind: 'password-reset',
      account_id: 1,
      reason: 'npm run admin:reset',
    });
    expect((await api.visitor().signIn('admin', password)).status).toBe(200);
  });

  it('needs an administrator', async () => {
    await expect(resetAdministrator(db, 'SoCal Local')).rejects.toThrow(/^There is no administrator yet/);
  });
});

describe('ADMIN_EMAIL', () => {
  it('is where a link for a forgotten password goes, with which twelve characters are set', async () => {
    await makeAdministrator();
    await setAdministratorEmail(db, 'chief@mail.example');
    await api.visitor().post('/api/password-resets', { email: 'chief@mail.example' });
    const token = /token=([\w-]{43})$/m.exec((await api.waitForEmail('chief@mail.example')).text)?.[1];
    const redeem = (password: string) => api.visitor().post('/api/password-resets/redeem', { token, password });
    expect((await redeem('kelp-47')).status).toBe(400);
    expect((await redeem('lantern kelp 47')).status).toBe(200);
    const { body } = await api.visitor().signIn('admin', 'lantern kelp 47');
    expect(body).toMatchObject({ isAdmin: true, email: 'chief@mail.example', emailConfirmed: true });
  });

  it('replaces an address that somebody set in the account, once', async () => {
    await makeAdministrator();
    await db
      .updateTable('accounts')
      .set({ email: 'thief@mail.example', email_key: 'thief@mail.example', pending_email: 'thief2@mail.example' })
      .execute();
    for (let start = 0; start < 2; start++) await setAdministratorEmail(db, 'Boss@mail.example');
    const row = await db.selectFrom('accounts').select(['email', 'email_key', 'pending_email']).executeTakeFirst();
    expect(row).toEqual({ email: 'Boss@mail.example', email_key: 'boss@mail.example', pending_email: null });
    expect(await findEvents()).toEqual([{ kind: 'email-changed', account_id: 1, reason: 'ADMIN_EMAIL' }]);
  });

  it('of another account is refused with a line that says whose it is', async () => {
    await makeAdministrator();
    const { id } = await makeAccount(db, { email: 'boss@mail.example' });
    await expect(setAdministratorEmail(db, 'BOSS@mail.example')).rejects.toThrow(
      new RegExp(`^ADMIN_EMAIL: account ${id} has this address`),
    );
  });
});
