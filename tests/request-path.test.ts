import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
afterAll(database.drop);

const script = join(import.meta.dirname, 'request-path.child.ts');
const env = { ...process.env, ...database.env, LOG_LEVEL: 'error', GEOCODER_URL: '' };
const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
const paths: Record<'post' | 'page' | 'webhook', string[]> = JSON.parse(stdout);

// A reader follows a request through these files: a new one has to be worth it. Two or three of them are there for the languages, two for
// the ads that were booked on the page, four for the words of emails, which the staff may edit, and three for
// the scope of a list, its rows and the rotation of the paid ones.
describe('The number of server files in which a function runs', () => {
  it.each([
    ['POST /api/ads, a free listing', paths.post, 24],
    ['GET /city/irvine, not cached', paths.page, 21],
    ['the webhook that reports a paid draft', paths.webhook, 14],
  ])('for %s', (_request, files, budget) => {
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(budget);
  });
});
