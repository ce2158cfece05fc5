import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Kysely } from 'kysely';
import { formatSummary } from '#server/import/report.ts';
import { createProgressBar } from '#server/import/runs/progress-bar.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import { toDataPath } from '#server/import/uploads/files.ts';
import { previewFile } from '#server/import/uploads/preview.ts';
import { runUpload } from '#server/import/uploads/run-upload.ts';
import { beginRun } from '#server/import/uploads/uploads.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { createHttpClient } from '#server/platform/outbound/http-client.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { addToUploads } from './add-upload.ts';
import { type AddArguments, parseSourcesArguments } from './arguments.ts';
import { fetchSource } from './fetch-source.ts';
import { formatSource } from './format-source.ts';
import { type OpenDataSource, readSourceList } from './source-list.ts';

// Requests come first.
const PRIORITY = 13;
const PREVIEW_ROWS = 5;

// `npm run sources`: lists the sources of open data, or downloads and imports one, whether or not the site is running.
try {
  await run(parseSourcesArguments(process.argv.slice(2)));
} catch (error) {
  const expected = [ImportError, StartupError, InvalidEnvironment, HttpError].some((kind) => error instanceof kind);
  if (!expected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(asked: ReturnType<typeof parseSourcesArguments>) {
  const sources = await readSourceList();
  if ('list' in asked) {
    for (const source of sources) console.log(formatSource(source));
    console.log('\nTo add one: npm run sources -- add NAME');
    return;
  }
  const source = sources.find(({ name }) => name === asked.add);
  if (!source) {
    const names = sources.map(({ name }) => name).join(', ');
    throw new ImportError(`There is no source '${asked.add}'. The sources are ${names}.`);
  }
  const env = readEnv();
  const { db, close } = await openDatabase(env, { isBackground: true });
  setPriority(PRIORITY);
  await loadGazetteer(db);
  try {
    await add({ db, folder: join(env.DATA_DIR, 'imports'), proxies: toProxies(env) }, source, asked);
  } finally {
    await close();
  }
}

function toProxies({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: ReturnType<typeof readEnv>) {
  return { https: HTTPS_PROXY, http: HTTP_PROXY, except: NO_PROXY };
}

interface AddDeps {
  db: Kysely<DB>;
  folder: string;
  proxies: ReturnType<typeof toProxies>;
}

async function add({ db, folder, proxies }: AddDeps, source: OpenDataSource, asked: AddArguments) {
  const { from, sha256, date } = asked;
  const started = performance.now();
  // A mirror that the operator names may be in the own network.
  const http = createHttpClient({ allowsPrivate: from !== undefined, proxies });
  const bar = createProgressBar('Downloaded');
  const fetched = await fetchSource(
    {
      ...{ http, folder, onStep: console.log },
      onProgress: (done, total) => {
        if (total) bar.show(done, total);
      },
    },
    source,
    { from, sha256 },
  ).finally(async () => {
    bar.stop();
    await http.close();
  });
  console.log(`${source.title}: here after ${toSeconds(started)} s${fetched.release ? `, of ${fetched.release}` : ''}`);
  const options = {
    ...(date !== undefined && { date }),
    refresh: source.isWhole && (from === undefined || asked.refresh),
  };
  const id = await addToUploads({ db, folder }, source, fetched, options);
  await showPreview(db, folder, id);
  const summary = await runAndReport(db, folder, { id, isDryRun: true });
  console.log('Dry run: nothing was changed.');
  for (const line of formatSummary(summary)) console.log(line);
  if (asked.dryRun || !(asked.yes || (await confirm()))) {
    console.log('Nothing was imported. The file is at /admin, Imports, for 30 days.');
    return;
  }
  const result = await runAndReport(db, folder, { id, isDryRun: false });
  console.log(`Imported, ${toSeconds(started)} s in all.`);
  for (const line of formatSummary(result)) console.log(line);
  console.log(`Its report is at /admin, Imports. To undo it: npm run import -- --undo ${result.importId}`);
}

function toSeconds(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

async function showPreview(db: Kysely<DB>, folder: string, id: number) {
  const upload = await db
    .selectFrom('import_uploads')
    .select(['file', 'key', 'options'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const preview = await previewFile(db, {
    path: toDataPath(folder, upload.key),
    name: upload.file,
    options: upload.options as never,
  });
  if (preview.error) throw new ImportError(preview.error);
  console.log(preview.format);
  for (const { title, category, address, city, phone } of preview.rows.slice(0, PREVIEW_ROWS))
    console.log(`  ${[title, category, address, city, phone].filter(Boolean).join(' | ')}`);
}

/** Does the dry run or the import. @throws {ImportError} when the file is refused */
async function runAndReport(
  db: Kysely<DB>,
  folder: string,
  { id, isDryRun }: { id: number; isDryRun: boolean },
): Promise<ImportSummary & { importId: number | null }> {
  await beginRun(db, { id, isDryRun, options: null, by: null });
  const bar = createProgressBar('Read');
  await runUpload({ db, folder }, { uploadId: id, isDryRun, account: null }, { onProgress: bar.show }).finally(
    bar.stop,
  );
  const row = await db
    .selectFrom('import_uploads as u')
    .leftJoin('imports as i', 'i.id', 'u.import_id')
    .select(['u.message', 'u.dry_run', 'u.import_id', 'i.summary'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow();
  const summary = isDryRun ? row.dry_run : row.summary;
  if (row.message || !summary)
    throw new ImportError(row.message ?? 'The import stopped. Continue it at /admin, Imports.');
  return { ...(summary as unknown as ImportSummary), importId: row.import_id };
}

/** Whether somebody at the terminal says yes. */
async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Import it now? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}
