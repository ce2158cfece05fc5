import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { selectCases } from '#tests/support/long-run.ts';
import { runCommand } from '#tests/support/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-'));
const database = await createTestDatabase();
const auditLog = trackAuditLog(database.db);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  const { DATABASE_URL } = database.env;
  const { code, stdout, stderr } = await runCommand('server/admin/exports/export.command.ts', {
    args,
    env: { DATABASE_URL },
  });
  return { code, output: stdout + stderr };
}

it('npm run export writes a table to a new file, which is in the audit log', async () => {
  const { id, username } = await makeAccount(database.db, { email: 'owner@mail.example' });
  const file = join(folder, 'accounts.jsonl');
  expect(await run('accounts', file)).toEqual({ code: 0, output: `Exported accounts to ${file}\n` });
  const [row] = readFileSync(file, 'utf8').trim().split('\n');
  expect(JSON.parse(row ?? '')).toMatchObject({ id, username, email: 'owner@mail.example' });
  const entry = { kind: 'data-exported', actor_id: null, reason: 'accounts as jsonl' };
  expect(await auditLog.readNew()).toMatchObject([entry]);

  expect(await run('accounts', file)).toMatchObject({ code: 1, output: expect.stringContaining('EEXIST') });
  for (const args of selectCases(1, [
    ['accounts', 'accounts.pdf'],
    ['passwords', 'all.csv'],
  ]))
    expect(await run(...args)).toMatchObject({ code: 1, output: expect.stringContaining('to a .csv or .jsonl file') });
  expect(await auditLog.readNew()).toHaveLength(1);
});
