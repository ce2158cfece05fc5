import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { getFreePort } from '#tests/support/servers/inbound-mail.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const EXPECTED_FAILURES = join(import.meta.dirname, 'conformance-failures.yaml');

const port = await getFreePort();
// The suite sends it as `Origin` too.
const origin = `http://127.0.0.1:${port}`;
const api = await createTestApi({ env: { ORIGIN: origin } });
afterAll(api.close);
await api.http.listen({ port, host: '127.0.0.1' });

it('passes the public conformance suite, but for what it does not offer', async () => {
  const results = mkdtempSync(join(tmpdir(), 'conformance-'));
  onTestFinished(() => rmSync(results, { recursive: true }));
  const args = ['server', '--url', `${origin}/mcp`, '--suite', 'all', '--expected-failures', EXPECTED_FAILURES];
  // It also exits with 1 when an expected failure passes.
  const { stdout } = await promisify(execFile)(process.execPath, [SUITE, ...args, '-o', results], {
    env: {},
    timeout: scaleTimeout(25_000),
    killSignal: 'SIGKILL',
  }).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`);
  });
  for (const passed of ['server-initialize: 1', 'ping: 1', 'tools-list: 1', 'dns-rebinding-protection: 2'])
    expect(stdout).toContain(`✓ ${passed} passed, 0 failed`);

  // Nothing else is hidden by the failures that are expected.
  expect(new Set(readFailures(results))).toEqual(
    new Set([
      'Failed: MCP error -32601: Method not found',
      'Failed: MCP error -32602: There is no such tool.',
      expect.stringContaining("Tool 'json_schema_2020_12_tool' not found."),
    ]),
  );
});

const readFailures = (folder: string): string[] =>
  globSync('*/checks.json', { cwd: folder })
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .filter(({ status }) => status === 'FAILURE')
    .map(({ errorMessage }) => errorMessage);
