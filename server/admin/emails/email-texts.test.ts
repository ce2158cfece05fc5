import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminText } from '#contract/admin/texts.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { readEmailTexts } from './email-texts.ts';

const api = await createTestApi({ env: { SITE_NAME: 'Coast Guide' } });
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);

let editor: Visitor;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  editor = await api.signedInVisitor((await makeStaff(db, 'editor')).id);
});
beforeEach(async () => {
  await db.deleteFrom('text_versions').execute();
  await db.deleteFrom('texts').execute();
  await api.invalidateAll();
});

const toUrl = (key: string) => `/api/admin/texts/${encodeURIComponent(key)}`;
const read = (key: string): Promise<AdminText> => requireSuccess(editor.get(toUrl(key)));
const sample = async (language = 'en') => {
  const { emails } = (await editor.get(`/api/admin/emails?language=${language}`)).body;
  return emails.find(({ id }: { id: string }) => id === 'password-reset');
};
/** The name of the field with an English or Spanish sentence. */
const findField = ({ release }: AdminText, sentence: RegExp) =>
  Object.entries(release?.fields ?? {}).find(([, text]) => sentence.test(text))?.[0] ?? '';
async function publish(key: string, change: (text: AdminText) => Record<string, string>) {
  const text = await read(key);
  const fields = { ...(text.published ?? text.release)?.fields, ...change(text) };
  const response = await editor.post(`${toUrl(key)}/publish`, {
    fields,
    markdown: '',
    version: text.version,
    publishAt: null,
    note: '',
  });
  await api.invalidateAll();
  return response;
}

describe('The sentences of emails', () => {
  it('are texts in each language, each sentence in one of them', () => {
    const texts = readEmailTexts();
    for (const prefix of ['', 'es/']) {
      const names = [...texts]
        .filter(([key]) => key.startsWith(`${prefix}emails/`))
        .flatMap(([, { source }]) => Object.keys(source.fields));
      expect(names.length).toBeGreaterThan(200);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('are listed with what the email is about, and lead to it from the list of emails', async () => {
    expect(await read('emails/password-reset')).toMatchObject({
      kind: 'email',
      title: 'To somebody who forgot their password',
      state: 'release',
    });
    expect(await sample()).toMatchObject({ textKey: 'emails/password-reset' });
    expect(await sample('es')).toMatchObject({ textKey: 'es/emails/password-reset' });
    expect((await editor.get(toUrl('emails/none'))).status).toBe(404);
  });

  it('are in emails as soon as they are published, in their language alone, with an entry in the audit log', async () => {
    const former = (await sample()).subject;
    const spanish = (await sample('es')).subject;
    const { status, body } = await publish('emails/password-reset', (text) => ({
      [findField(text, /^Set a new password for/)]: 'A fresh password for {name}',
    }));
    expect([status, body.state]).toEqual([200, 'edited']);
    expect((await sample()).subject).toBe('A fresh password for Coast Guide');
    expect((await sample('es')).subject).toBe(spanish);
    expect((await auditLog.readNew()).at(-1)).toMatchObject({
      kind: 'text-published',
      reason: 'emails/password-reset: published version 1',
    });
    expect((await read('es/emails/password-reset')).isBehind).toBe(true);
    await requireSuccess(editor.post(`${toUrl('emails/password-reset')}/reset`, { version: body.version, note: '' }));
    await api.invalidateAll();
    expect((await sample()).subject).toBe(former);
  });

  it('are in the emails that are sent', async () => {
    await publish('es/emails/password-reset', (text) => ({
      [findField(text, /contraseña.*\{name\}/)]: 'Nueva clave de {name}',
    }));
    const account = await makeAccount(db, { language: 'es', email_confirmed_at: new Date() });
    await api.visitor().post('/api/password-resets', { email: account.email });
    expect((await api.waitForEmail(account.email as string)).subject).toBe('Nueva clave de Coast Guide');
  });

  it('change in each email that has them where several have', async () => {
    await publish('emails/shared', (text) => ({ [findField(text, /^Hello,$/)]: 'Good day,' }));
    const { emails } = (await editor.get('/api/admin/emails')).body;
    const greeted = emails.filter(({ text }: { text: string }) => /^Good day,$/m.test(text));
    expect(greeted.length).toBeGreaterThan(10);
    expect(emails.filter(({ text }: { text: string }) => /^Hello,$/m.test(text))).toEqual([]);
  });

  it.each([
    ['a placeholder that is missing', 'A fresh password', '{name} is missing.'],
    ['an unknown one', 'A fresh password for {name} {city}', 'There’s no placeholder {city}. Use {name}.'],
  ])('are refused with %s, by its name', async (_what, text, message) => {
    let name = '';
    const { status, body } = await publish('emails/password-reset', (open) => {
      name = findField(open, /^Set a new password for/);
      return { [name]: text };
    });
    expect([status, body.issues]).toEqual([400, [{ path: name, message }]]);
  });

  it('are previewed with sample data before they are published', async () => {
    const text = await read('emails/password-reset');
    const fields = { [findField(text, /^Set a new password for/)]: 'A fresh password for {name}' };
    const { body } = await editor.post(`${toUrl(text.key)}/preview`, { fields, markdown: '' });
    expect(body.issues).toEqual([]);
    expect(body.emails).toMatchObject([
      { about: 'To somebody who forgot their password', subject: 'A fresh password for Coast Guide' },
    ]);
    expect(body.emails[0].text).toContain('goldenhour');
    expect((await sample()).subject).toBe('Set a new password for Coast Guide');
  });
});
