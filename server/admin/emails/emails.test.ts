import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmailSample } from '#contract/admin/emails/samples.ts';
import { validateEmail } from '#server/platform/mail/write-email.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { EMAIL_SAMPLES } from './samples.ts';

const api = await createTestApi({ env: { SITE_NAME: 'Coast Guide' } });
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);

let support: Visitor;
let address: string;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  const account = await makeStaff(db, 'support');
  address = account.email as string;
  support = await api.signedInVisitor(account.id);
});
afterEach(async () => {
  await db.deleteFrom('operator_settings').execute();
  await api.invalidate(['settings']);
  await db.deleteFrom('limits').execute();
});

const list = async (query = ''): Promise<EmailSample[]> => (await support.get(`/api/admin/emails${query}`)).body.emails;
const send = (id: string, by = support) => by.post(`/api/admin/emails/${id}/send`);

const SERVER = join(import.meta.dirname, '../..');
/** The names of the functions that write emails, as the sources have them. */
const templates = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(mail|jobs)\//.test(file))
  .flatMap((file) => readFileSync(join(SERVER, file), 'utf8').split(/^(?:export )?(?=(?:const|function) )/m))
  .filter((declaration) => /\): Email(?: =>| \{)/.test(declaration))
  .map((declaration) => /^(?:const|function) (\w+)/.exec(declaration)?.[1] ?? declaration);

describe('The samples of emails', () => {
  it('are of every function that writes an email', () => {
    expect(templates.length).toBeGreaterThan(35);
    const sampled = EMAIL_SAMPLES.flatMap(([, samples]) => samples.map(({ template }) => template));
    expect([...new Set(sampled)].toSorted()).toEqual(templates.toSorted());
  });

  it('are complete emails with names of their own, and nothing in them is left out', async () => {
    const emails = await list();
    expect(new Set(emails.map(({ id }) => id)).size).toBe(emails.length);
    for (const email of emails) {
      expect(() => validateEmail(email)).not.toThrow();
      expect(`${email.subject}\n${email.text}`, email.id).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/);
      expect(email.text, email.id).toContain('Coast Guide');
      // The query is in logs and Referers.
      expect(email.text, email.id).not.toMatch(/[?&]token=/);
    }
  });

  it('are wholly in the language that is asked for, with links to its pages', async () => {
    const spanish = new Map((await list('?language=es')).map((email) => [email.id, email]));
    for (const english of await list()) {
      const email = spanish.get(english.id) as EmailSample;
      expect(email.about).toBe(english.about);
      const known = new Set(linesOf(english));
      // Of names and addresses alone.
      const unchanged = linesOf(email).filter((line) => known.has(line) && countWords(line) >= 4);
      expect(unchanged, email.id).toEqual([]);
      for (const [address] of email.text.matchAll(/http:\/\/localhost:3000\/\S*/g))
        expect(address, email.id).toMatch(/^http:\/\/localhost:3000\/es\//);
      expect(email.text, email.id).not.toMatch(/\b(?:the|you|your|and|with)\b/i);
    }
  });

  it('have nothing that somebody typed where nobody has confirmed the address', () => {
    const site = { name: 'Coast Guide', origin: 'https://coast.example', supportEmail: 'help@coast.example' };
    const quoting = EMAIL_SAMPLES.flatMap(([, samples]) => samples).flatMap(({ template, write }) => {
      const { purpose, subject, text, senderName } = write(site, 'stranger@mail.example');
      const isTyped = senderName !== undefined || /[“>]|Sunrise|Golden Hour|Maria/.test(`${subject}\n${text}`);
      return isTyped && !['notice', 'security', 'payment', undefined].includes(purpose) ? [template] : [];
    });
    expect([...new Set(quoting)].toSorted()).toEqual([
      // By an account with a confirmed address, which the recipient has to recognize (docs/decisions/0052-emails-cannot-be-aimed-at-strangers.md).
      'claimProofEmail',
      'handOverEmail',
      // By the staff.
      'invitationEmail',
      'memberInvitationEmail',
      // Of open data.
      'offerEmail',
      // To who has confirmed the address in the conversation.
      'replyRefusedEmail',
    ]);
  });

  it('have the name of the site and the footer that the settings say', async () => {
    expect((await list())[0]).toMatchObject({
      id: 'confirmation',
      group: 'Accounts',
      from: 'Coast Guide <no-reply@localhost>',
      subject: 'Confirm your email for Coast Guide',
    });
    for (const [key, value] of [
      ['siteName', 'Pier Pages'],
      ['emailFooter', 'Coast Media, 1 Pier Street'],
      ['postalAddress', 'PO Box 12\nLong Beach, CA 90802'],
    ] as const)
      await db
        .insertInto('operator_settings')
        .values({ key, value: JSON.stringify(value) })
        .execute();
    await api.invalidate(['settings']);
    const [email] = await list();
    expect(email).toMatchObject({
      from: 'Pier Pages <no-reply@localhost>',
      subject: 'Confirm your email for Pier Pages',
    });
    expect(email?.text).toMatch(/\n\nPier Pages\n\n--\nCoast Media, 1 Pier Street\nPO Box 12\nLong Beach, CA 90802$/);
    await db
      .updateTable('operator_settings')
      .set({ value: JSON.stringify('1 Pier\nStreet') })
      .where('key', '=', 'postalAddress')
      .execute();
    await api.invalidate(['settings']);
    expect((await list())[0]?.text).toMatch(/\n--\nCoast Media, 1 Pier Street$/);
  });
});

const linesOf = ({ subject, text }: EmailSample) => [subject, ...text.split('\n')].map(withoutNames);
const withoutNames = (line: string) => line.replaceAll(/“[^”]*”|https?:\S+|\S+@\S+/g, '');
const countWords = (line: string) => line.match(/\p{L}{2,}/gu)?.length ?? 0;

describe('A sample', () => {
  it('is sent to the own address, marked as one, with an entry in the audit log', async () => {
    expect((await send('password-reset')).status).toBe(204);
    const email = await api.waitForEmail(address);
    expect(email.subject).toBe('Sample: Set a new password for Coast Guide');
    expect(email.text).toContain('/auth/reset#token=sample-token');
    expect(await auditLog.readNew()).toMatchObject([{ kind: 'sample-email-sent', reason: 'password-reset' }]);
  });

  it('is sent in the language that is asked for', async () => {
    await support.post('/api/admin/emails/password-reset/send?language=es');
    const email = await api.waitForEmail(address);
    expect([email.language, email.subject]).toEqual(['es', 'Ejemplo: Cree una nueva contraseña para Coast Guide']);
    await auditLog.readNew();
  });

  it('goes to nobody else, also if its template is for us', async () => {
    const before = api.emails.length;
    for (const id of ['contact-message', 'refund-failed', 'claim-proof']) expect((await send(id)).status).toBe(204);
    expect(api.emails.slice(before).map(({ to, replyTo, unsubscribe }) => [to, replyTo, unsubscribe])).toEqual(
      Array(3).fill([address, undefined, undefined]),
    );
    await auditLog.readNew();
  });

  it('is sent to a confirmed address only, exists, and is limited', async () => {
    const unconfirmed = await api.signedInVisitor((await makeStaff(db, 'editor', { email_confirmed_at: null })).id);
    expect((await unconfirmed.get('/api/admin/emails')).body.address).toBeNull();
    expect((await send('receipt', unconfirmed)).status).toBe(409);
    expect((await send('constructor')).status).toBe(404);
    const statuses = await Promise.all(Array.from({ length: 22 }, async () => (await send('receipt')).status));
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await auditLog.readNew();
  });
});
