import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { generateSchema } from '#scripts/generate-schema.ts';
import { createTestDatabase } from '#tests/support/database.ts';

it('The types of the database equal the migrations; if not, run: npm run schema', async () => {
  const { db, drop } = await createTestDatabase('empty');
  onTestFinished(drop);
  expect(readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8')).toBe(await generateSchema(db));
});
