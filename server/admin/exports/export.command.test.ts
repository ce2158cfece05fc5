import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { trackAuditLog } from '../../../tests/support/audit-log.ts';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { makeAccount } from '../../seed/factories.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-'));
const database = await createTestDatabase();
const auditLog = trackAuditLog(database.db);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Runs the command as npm does. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  const command = join(import.meta.dirname, 'export.command.ts');
  const env = { PATH: process.env.PATH, ...database.env };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, output, complaint) =>
      resolve({ code: Number(error?.code ?? 0), output: output + complaint }),
    );
  });
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
  for (const args of [
    ['accounts', 'accounts.pdf'],
    ['passwords', 'all.csv'],
  ])
    expect(await run(...args)).toMatchObject({ code: 1, output: expect.stringContaining('to a .csv or .jsonl file') });
  expect(await auditLog.readNew()).toHaveLength(1);
});
