import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi({ env: { ORIGIN: 'https://directory.example' } });
const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const LINTER = join(import.meta.dirname, '../../../../node_modules/.bin/redocly');
// An object whose keys are an enumeration names them beside its properties.
const SKIPPED = ['--skip-rule', 'no-required-schema-properties-undefined'];

it('the document of the API passes a linter, with the examples of its requests', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify((await api.get('/api/openapi.json')).body));
  const report = execFileSync(LINTER, ['lint', file, '--format=json', ...SKIPPED], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(JSON.parse(report).problems).toEqual([]);
});
