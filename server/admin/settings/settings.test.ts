import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminSetting } from '#contract/admin/setting-changes.ts';
import { SETTING_LABELS } from '#contract/admin/setting-labels.ts';
import { SETTING_KEYS } from '#contract/admin/settings.ts';
import type { Site } from '#contract/site.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

const showSite = createWebBuildStub({
  toPage: (body) => body,
  render: async (url: string, { site, read }: { site: Site; read: (path: string) => Promise<unknown> }) => ({
    status: 200,
    html:
      url === '/featured'
        ? `${((await read('/api/ads/featured?limit=page')) as unknown[]).length} featured`
        : `<title>${site.name}</title>${site.operator} ${site.supportEmail} ${site.profiles.x ?? 'no profile'}`,
  }),
});
const env = { SITE_OPERATOR: 'Coast Media' };
const api = await createTestApi({ env, web: showSite });
// Another process of the same site.
const other = await createTestApi({ env, web: showSite, database: api.database });
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await other.close();
  await api.close();
});
const { db } = api;
const auditLog = trackAuditLog(db);

let administrator: Visitor;
beforeAll(async () => {
  const { id } = await makeAccount(db, { id: 1, username: 'admin', email: 'admin@mail.example' });
  administrator = await api.signedInVisitor(id);
});
afterEach(async () => {
  await db.deleteFrom('operator_settings').execute();
  await deliver();
  await api.invalidate(['settings']);
  await other.invalidate(['settings']);
});

/** Takes to both processes what the database has notified. */
async function deliver() {
  for (const keys of await invalidations.takeReceived())
    await Promise.all([api.invalidate(keys), other.invalidate(keys)]);
}

const find = (settings: AdminSetting[], key: string) => settings.find((setting) => setting.key === key);
async function change(key: string, value: string | number | boolean | null, version = 0) {
  const response = await administrator.send('PUT', `/api/admin/settings/${key}`, { value, version });
  await deliver();
  return response;
}

describe('The settings', () => {
  it('have the values of the environment and of the product until somebody changes them', async () => {
    const { settings } = (await administrator.get('/api/admin/settings')).body;
    expect(settings).toHaveLength(SETTING_KEYS.length);
    expect(find(settings, 'operator')).toEqual({
      key: 'operator',
      value: 'Coast Media',
      defaultValue: 'Coast Media',
      isDefault: true,
      version: 0,
      changedAt: null,
      changedBy: null,
    });
    expect(find(settings, 'savedSearches')).toMatchObject({ value: 25, isDefault: true });
    expect(Object.keys(SETTING_LABELS).toSorted()).toEqual(SETTING_KEYS.toSorted());
  });

  it('are not changed when they are set to their default', async () => {
    const { body } = await change('savedSearches', 25);
    expect(find(body.settings, 'savedSearches')).toMatchObject({ value: 25, isDefault: true, version: 1 });
    await db.deleteFrom('operator_settings').execute();
  });

  it('apply on every page of every process when they change, and again when they are reset', async () => {
    const pages = async () => [(await api.get('/')).body, (await other.get('/')).body];
    for (const page of await pages()) expect(page).toContain('Coast Media');
    const { status, body } = await change('operator', '  Sunset Press ');
    expect(status).toBe(200);
    expect(find(body.settings, 'operator')).toMatchObject({
      value: 'Sunset Press',
      defaultValue: 'Coast Media',
      isDefault: false,
      version: 1,
      changedBy: 'admin',
    });
    for (const page of await pages()) expect(page).toContain('Sunset Press');
    const reset = await change('operator', null, 1);
    expect(find(reset.body.settings, 'operator')).toMatchObject({ value: 'Coast Media', isDefault: true, version: 2 });
    for (const page of await pages()) expect(page).toContain('Coast Media');
  });

  it('apply to feeds', async () => {
    const title = async () => (await api.get('/county/orange-county/rss.xml')).body;
    expect(await title()).toContain('new on SoCal Local');
    await change('siteName', 'Coast Guide');
    expect(await title()).toContain('new on Coast Guide');
  });

  it('say how many featured listings pages show', async () => {
    for (let i = 0; i < 3; i++) await api.createListing({ level: 'premium' });
    const count = async (path: string) => (await api.get(path)).body.length;
    const paths = [
      '/api/ads/featured?',
      '/api/city/irvine/ads?featured=true&',
      '/api/category/plumbers/ads?featured=true&',
    ];
    const counts = (limit: string | number) => Promise.all(paths.map((path) => count(`${path}limit=${limit}`)));
    expect(await counts('page')).toEqual([3, 3, 3]);
    expect((await api.get('/featured')).body).toBe('3 featured');
    await change('featuredOnHome', 1);
    await change('featuredInPlaces', 2);
    expect(await counts('page')).toEqual([1, 2, 3]);
    expect((await api.get('/featured')).body).toBe('1 featured');
    expect(await counts(3)).toEqual([3, 3, 3]);
    expect((await api.get('/api/ads/recent?limit=page')).status).toBe(400);
  });

  it('are in the audit log with the value before and after', async () => {
    await change('supportEmail', 'help@coast.example');
    await change('supportEmail', null, 1);
    const byDefault = { setting: 'supportEmail', value: 'support@socal-local.example', isDefault: true };
    const changed = { setting: 'supportEmail', value: 'help@coast.example', isDefault: false };
    const entry = { kind: 'setting-changed', actor_id: 1, reason: null };
    expect(await auditLog.readNew()).toMatchObject([
      { ...entry, before: byDefault, after: changed },
      { ...entry, before: changed, after: byDefault },
    ]);
  });

  it('are in the audit log whole, also where they are as long as they can be', async () => {
    const words = 'Phở '.repeat(250).trim();
    expect((await change('messageWords', words)).status).toBe(200);
    expect(await auditLog.readNew()).toMatchObject([{ before: { value: '' }, after: { value: words } }]);
  });

  it('are lists of thousands of words, of which the audit log has the beginning', async () => {
    const words = Array.from({ length: 1500 }, (_, n) => `casino😀${n}`).join('\n');
    expect((await change('messageWords', words)).status).toBe(200);
    const after = (await auditLog.readNew())[0]?.after as { value: string } | undefined;
    expect(after?.value).toMatch(/^casino😀0\ncasino😀1\n.*…$/s);
    expect((await change('messageWords', 'x'.repeat(20_001), 1)).status).toBe(400);
  });

  it('refuse the second of two administrators who changed the same value', async () => {
    expect((await change('xUrl', 'https://x.com/coast')).status).toBe(200);
    expect((await change('xUrl', 'https://x.com/sunset')).status).toBe(409);
    expect((await change('xUrl', null)).status).toBe(409);
    expect((await api.get('/')).body).toContain('https://x.com/coast');
    expect((await change('xUrl', 'https://x.com/sunset', 1)).status).toBe(200);
  });

  it('let one of several simultaneous changes win', async () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
    const statuses = await Promise.all(names.map(async (name) => (await change('siteName', name)).status));
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    expect(find((await administrator.get('/api/admin/settings')).body.settings, 'siteName')).toMatchObject({
      value: names[statuses.indexOf(200)],
      version: 1,
    });
  });

  it.each([
    ['siteName', '', 'Enter at least one character'],
    ['siteName', 'x'.repeat(61), 'Use at most 60 characters'],
    ['siteName', 'Coast\u0000Guide', 'You can’t use control characters here'],
    ['siteName', 'Coast\u2028Bcc', 'Use a single line'],
    ['supportEmail', 'nobody', 'Enter an email address'],
    ['facebookUrl', 'https://facebook.com.evil.example/coast', 'Use an https address on facebook.com'],
    ['xUrl', 'javascript:alert(1)//x.com', 'Use an https address on x.com'],
    ['featuredOnHome', 13, 'Enter a whole number from 1 to 12'],
    ['featuredOnHome', '6', 'Enter a whole number from 1 to 12'],
    ['savedSearches', 2.5, 'Enter a whole number from 1 to 200'],
    ['signUps', 'closed', 'Choose one of the list'],
    ['licenseRequired', 'false', 'Choose “On” or “Off”'],
  ])('refuse %s: %j', async (key, value, message) => {
    const { status, body } = await change(key, value);
    expect([status, body.issues]).toEqual([400, [{ path: 'value', message }]]);
    expect(await db.selectFrom('operator_settings').selectAll().execute()).toEqual([]);
  });

  it('ask who it is, and a name that is none is refused', async () => {
    const unverified = await api.signedInVisitor(1, undefined, { verified_at: new Date(Date.now() - 3_600_000) });
    const body = { value: 'Coast Guide', version: 0 };
    const refused = await unverified.send('PUT', '/api/admin/settings/siteName', body);
    expect([refused.status, refused.body.code]).toEqual([403, 'step-up-required']);
    expect((await change('stripeSecretKey', 'sk_live_1')).status).toBe(400);
  });

  it('count as not set while a stored value is not allowed', async () => {
    await db.insertInto('operator_settings').values({ key: 'featuredOnHome', value: '500' }).execute();
    await api.invalidate(['settings']);
    expect(find((await administrator.get('/api/admin/settings')).body.settings, 'featuredOnHome')).toMatchObject({
      value: 6,
      isDefault: true,
    });
  });

  it('limit what visitors send', async () => {
    await change('contactMessagesPerHour', 1);
    const visitor = api.visitor();
    const form = {
      name: 'Ana',
      email: 'ana@mail.example',
      inquiryType: 'other',
      subject: 'Hours',
      message: 'When are you open on Sundays?',
    };
    expect((await visitor.post('/api/contact', form)).status).toBe(201);
    expect((await visitor.post('/api/contact', { ...form, subject: 'Again' })).status).toBe(429);
  });

  it('close new accounts, and open them again', async () => {
    const registration = {
      ...{ username: 'late', email: 'late@mail.example', businessName: 'Late Bakery' },
      ...{ password: 'long enough', confirmPassword: 'long enough' },
    };
    await change('signUps', false);
    const { status, body } = await api.visitor().post('/api/register', registration);
    expect([status, body.message]).toEqual([403, 'New accounts are closed at the moment.']);
    await change('signUps', null, 1);
    expect((await api.visitor().post('/api/register', registration)).status).toBe(201);
  });

  it('let new accounts be by invitation', async () => {
    const registration = {
      ...{ username: 'invited', email: 'Invited@mail.example', businessName: 'Invited Bakery' },
      ...{ password: 'long enough', confirmPassword: 'long enough' },
    };
    const register = (fields: object = {}) => api.visitor().post('/api/register', { ...registration, ...fields });
    const message = 'New accounts are by invitation at the moment. Open the link in the email with your invitation.';
    const invite = async (email = registration.email) => {
      api.emails.length = 0;
      expect((await administrator.post('/api/admin/sign-up-invitations', { email })).status).toBe(200);
      return /#token=([\w-]+)/.exec((await api.waitForEmail(email)).text)?.[1];
    };
    await change('signUps', 'invitation');
    expect((await register()).body.message).toBe(message);
    const first = await invite();
    const invitation = await invite();
    for (const refused of [{}, { invitation: first }, { invitation, email: 'other@mail.example' }])
      expect([(await register(refused)).status, refused]).toEqual([403, refused]);
    const [{ id }] = (await administrator.get('/api/admin/sign-up-invitations')).body.invitations;
    expect((await administrator.send('DELETE', `/api/admin/sign-up-invitations/${id}`)).body.invitations).toEqual([]);
    expect((await register({ invitation })).status).toBe(403);
    const valid = await invite();
    await db.updateTable('sign_up_invitations').set({ expires_at: new Date() }).execute();
    expect((await register({ invitation: valid })).status).toBe(403);
    expect((await register({ invitation: await invite() })).status).toBe(201);
    expect((await administrator.get('/api/admin/sign-up-invitations')).body.invitations).toEqual([]);
    expect((await administrator.post('/api/admin/sign-up-invitations', registration)).status).toBe(409);
    await change('signUps', null, 1);
  });

  it('put the footer below emails, and the name of the site in front of the address', async () => {
    await change('emailFooter', 'Coast Media\r\n1 Pier Street');
    await change('siteName', 'Coast Guide');
    await api.visitor().post('/api/password-resets', { email: 'admin@mail.example' });
    const email = await api.waitForEmail('admin@mail.example');
    expect(email.senderName).toBe('Coast Guide');
    expect(email.text).toMatch(/\n\nCoast Guide\n\n--\nCoast Media\n1 Pier Street$/);
  });
});
