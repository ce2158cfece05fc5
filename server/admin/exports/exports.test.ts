import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_SUBJECTS, type ExportSubject } from '#contract/admin/exports.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { makeAccounts } from '#tests/fixtures/bulk-factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { EXPORT_PAGE, writeRows } from './export.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);
const auditLog = trackAuditLog(db);
const SUBJECTS = Object.keys(EXPORT_SUBJECTS) as ExportSubject[];

beforeEach(async () => {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('accounts').where('id', '<>', 1).execute();
});

const download = async (subject: ExportSubject, format: 'csv' | 'jsonl') => {
  const { headers, body } = await administrator.get(`/api/admin/exports/${subject}?format=${format}`);
  return { headers, lines: String(body).trimEnd().split('\n') };
};

describe('An export', () => {
  it('has every row of the table on all pages, in both formats, and is in the audit log', async () => {
    await makeAccounts(db, EXPORT_PAGE * 2);
    const csv = await download('accounts', 'csv');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="accounts.csv"',
    });
    expect(csv.lines).toHaveLength(EXPORT_PAGE * 2 + 2);
    const jsonl = await download('accounts', 'jsonl');
    const rows = jsonl.lines.map((line) => JSON.parse(line));
    expect(rows).toHaveLength(EXPORT_PAGE * 2 + 1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(Object.keys(rows[0]).join()).toBe(csv.lines[0]);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'data-exported', actor_id: 1, reason: 'accounts as csv' },
      { kind: 'data-exported', actor_id: 1, reason: 'accounts as jsonl' },
    ]);
  });

  it('of the audit log has the role of who acted, and what was so before and after, without formulas', async () => {
    const { id } = await makeAccount(db);
    const reason = '=HYPERLINK("http://bad.example")';
    expect((await administrator.post(`/api/admin/users/${id}/suspend`, { reason })).status).toBe(200);
    const jsonl = (await download('audit', 'jsonl')).lines.map((line) => JSON.parse(line));
    expect(jsonl.findLast(({ kind }) => kind === 'suspended')).toMatchObject({
      account_id: id,
      role: 'administrator',
      before: { status: 'active' },
      after: { status: 'suspended' },
    });
    const csv = (await download('audit', 'csv')).lines.find((line) => line.includes(`"suspended",${id},`));
    expect(csv).toContain(`"administrator","'=HYPERLINK(""http://bad.example"")",,"{""status"":""active""}"`);
  });

  it('is refused to who has not proved in the last ten minutes who they are', async () => {
    const verified_at = new Date(Date.now() - 11 * 60_000);
    const { token } = await makeSession(db, 1, { verified_at, verified_by: 'totp' });
    const visitor = api.visitor();
    visitor.cookies.set('session', token);
    for (const subject of SUBJECTS) {
      expect(await visitor.get(`/api/admin/exports/${subject}?format=csv`)).toMatchObject({
        status: 403,
        body: { code: 'step-up-required' },
      });
    }
    expect(await auditLog.readNew()).toEqual([]);
  });

  it('has no secrets', async () => {
    for (const subject of SUBJECTS)
      expect((await download(subject, 'csv')).lines[0]).not.toMatch(/hash|token|key|password/);
  });

  it('has no cell that a spreadsheet would evaluate', async () => {
    const { id: owner } = await makeAccount(db, { business_name: '=HYPERLINK("http://bad.example")' });
    const { id } = await makeListing(db, { title: '@SUM(A1)', description: 'Two\nlines, "quoted"' });
    await makeClaim(db, { listing_id: id, account_id: owner, note: '+1 555' });
    const text = await Promise.all(
      (['accounts', 'listings', 'claims'] as const).map(async (subject) =>
        (await download(subject, 'csv')).lines.join('\n'),
      ),
    );
    expect(text[0]).toContain(`"'=HYPERLINK(""http://bad.example"")"`);
    expect(text[1]).toContain(`"'@SUM(A1)"`);
    expect(text[1]).toContain('"Two\nlines, ""quoted"""');
    expect(text[2]).toContain(`"'+1 555"`);
  });

  it('reads no further when the connection is cut, and one page at a time before', async () => {
    let reads = 0;
    const readPage = async (afterId: number) => {
      reads += 1;
      return Array.from({ length: EXPORT_PAGE }, (_, i) => ({ id: afterId + i + 1, text: 'x'.repeat(200) }));
    };
    const stream = Readable.from(writeRows(readPage, ['id', 'text'], 'csv'), { highWaterMark: 1 });
    let chunks = 0;
    for await (const _chunk of stream) {
      chunks += 1;
      if (chunks === 5) break;
    }
    const readsAtTheCut = reads;
    expect(readsAtTheCut).toBeLessThanOrEqual(chunks + 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stream.destroyed).toBe(true);
    expect(reads).toBe(readsAtTheCut);
  });
});
