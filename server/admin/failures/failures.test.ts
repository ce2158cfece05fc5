import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FailedJob, FailedMail } from '#contract/admin/failures.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { EmailNotSent } from '#server/platform/mail/smtp-transport.ts';
import { makeAccount, makeMessage } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { advanceRetryTime, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

let isAway = false;
const sent: Email[] = [];
const api = await createTestApi({
  mail: {
    send: async (email) => {
      if (isAway) throw new EmailNotSent({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', permanent: true });
      sent.push(email);
    },
    close: async () => {},
  },
});
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: 'admin@mail.example', email_confirmed_at: new Date() });
const administrator = await api.signedInVisitor(1);
const auditLog = trackAuditLog(db);

beforeEach(async () => {
  isAway = false;
  await waitForEmptyMailQueue(db);
  await sql`delete from pgboss.job where name <> 'tasks'`.execute(db);
  await db.deleteFrom('limits').execute();
  sent.length = 0;
});

const listMails = async (): Promise<FailedMail[]> => (await administrator.get('/api/admin/failed-mails')).body;
const listJobs = async (): Promise<FailedJob[]> => (await administrator.get('/api/admin/failed-jobs')).body;
const act = async (path: string, ids: string[]) =>
  (await administrator.post(`/api/admin/${path}`, { ids })).body.changed as number;

/** An email that the mail server refused: the reply to a message. */
async function failMail() {
  isAway = true;
  const { id } = await makeMessage(db, { email: 'ana@mail.example', subject: 'Prices' });
  await administrator.post(`/api/admin/messages/${id}/answer`, { text: 'See the rates.' });
  await expect.poll(async () => (await listMails()).length).toBe(1);
  isAway = false;
  return (await listMails())[0] as FailedMail;
}

describe('An email that was given up', () => {
  it('is listed with its recipient, subject and last error', async () => {
    const mail = await failMail();
    expect(mail).toEqual({
      id: mail.id,
      to: 'ana@mail.example',
      subject: 'Your message to SoCal Local',
      purpose: 'notice',
      error: 'A mail was not sent: EENVELOPE, the server said 550',
      attempts: 1,
      queuedAt: expect.any(String),
      failedAt: expect.any(String),
    });
  });

  it('is sent again once, however often and by however many this is asked', async () => {
    const { id, subject } = await failMail();
    const changed = await Promise.all([1, 2, 3].map(() => act('failed-mails/send-again', [id])));
    expect(changed.toSorted()).toEqual([0, 0, 1]);
    await waitForEmptyMailQueue(db);
    expect(sent).toHaveLength(1);
    expect(await listMails()).toEqual([]);
    expect(await auditLog.readNew()).toContainEqual(
      expect.objectContaining({ kind: 'mail-resent', actor_id: 1, reason: subject }),
    );
  });

  it('is discarded, and not sent', async () => {
    const { id } = await failMail();
    expect(await act('failed-mails/discard', [id])).toBe(1);
    expect(await act('failed-mails/send-again', [id])).toBe(0);
    expect(sent).toEqual([]);
    expect(await listMails()).toEqual([]);
  });

  it('is the only kind of job that can be sent or discarded', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, state, data, start_after)
      values ('mail', 'created', '{}', now() + interval '1 hour') returning id`.execute(db);
    for (const action of ['send-again', 'discard'])
      expect(await act(`failed-mails/${action}`, [rows[0]?.id ?? ''])).toBe(0);
    await advanceRetryTime(db, '0');
    await sql`delete from pgboss.job where name = 'mail'`.execute(db);
  });
});

describe('A background job that was given up', () => {
  it('is listed with what it is about and why it failed, and gets one more attempt', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, state, data, output, retry_count, retry_limit, completed_on)
      values ('copy-image', 'failed', '{"listingId": 12}', '{"message": "No space left"}', 2, 2, now()) returning id`.execute(
      db,
    );
    const id = rows[0]?.id ?? '';
    expect(await listJobs()).toMatchObject([
      { id, queue: 'copy-image', subject: 'listingId: 12', error: 'No space left', attempts: 3 },
    ]);
    const changed = await Promise.all([1, 2].map(() => act('failed-jobs/run-again', [id])));
    expect(changed.toSorted()).toEqual([0, 1]);
    expect(await listJobs()).toEqual([]);
    const job = await sql`select retry_limit from pgboss.job where id = ${id}::uuid`.execute(db);
    expect(job.rows).toEqual([{ retry_limit: 3 }]);
  });
});
