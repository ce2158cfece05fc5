import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { generateSchema } from './generate-schema.ts';

// Writes server/platform/db/schema.ts as the migrations say.
const dataDir = mkdtempSync(join(tmpdir(), 'schema-'));
chmodSync(dataDir, 0o755);
const { db, close } = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
try {
  writeFileSync(join(import.meta.dirname, '../server/platform/db/schema.ts'), await generateSchema(db));
} finally {
  await close();
  rmSync(dataDir, { recursive: true });
}
