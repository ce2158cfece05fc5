import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EXPORT_FORMATS, EXPORT_SUBJECTS, type ExportFormat, type ExportSubject } from '#contract/admin/exports.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { exportTable } from './export.ts';

// `npm run export -- accounts accounts.csv`: what 'Exports' at `/admin` downloads, as a file of CSV or JSON lines (`.jsonl`).
try {
  const [subject = '', file = ''] = process.argv.slice(2);
  const format = EXPORT_FORMATS.find((name) => `.${name}` === extname(file));
  if (isSubject(subject) && format) await exportToFile(subject, format, file);
  else fail(`npm run export -- SUBJECT FILE, for ${Object.keys(EXPORT_SUBJECTS).join(', ')}, to a .csv or .jsonl file`);
} catch (error) {
  const isKnown = error instanceof StartupError || error instanceof InvalidEnvironment;
  if (!isKnown && (error as NodeJS.ErrnoException).code === undefined) throw error;
  fail((error as Error).message);
}

function isSubject(name: string): name is ExportSubject {
  return Object.hasOwn(EXPORT_SUBJECTS, name);
}

function fail(message: string) {
  console.error(message);
  process.exitCode = 1;
}

/** Writes an export to a new file; an existing one is not replaced. */
async function exportToFile(subject: ExportSubject, format: ExportFormat, file: string) {
  const { db, close } = await openDatabase(readEnv(), { migrates: false });
  try {
    const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(exportTable(db, subject, format)), output);
    const reason = `${subject} as ${format}`;
    await recordAuditEvent(db, { kind: 'data-exported', accountId: null, username: null, reason });
    console.log(`Exported ${subject} to ${file}`);
  } finally {
    await close();
  }
}
