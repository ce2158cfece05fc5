import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeys } from '#server/platform/storage/backup/encryption.ts';
import { isLongRun, selectCases } from '#tests/support/long-run.ts';
import { type S3Server, startS3Server } from '#tests/support/servers/s3-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { cleanUp, createTempFolder, type Program, sendSignal, start } from './program.ts';

const PAGES = 20;
const TIMEOUT_MS = scaleTimeout(120_000);
// The same for all sites, because pages name it.
const SITE = { PORT: '0', ORIGIN: 'http://localhost:3000', LOG_LEVEL: 'warn', SAMPLE_DATA: isLongRun ? 'on' : 'few' };

/** Checksums of what a site answers: pages from its sitemap, and all its pictures. */
type Answers = Map<string, string>;

describe('A backup of the shipped data', { shuffle: false }, () => {
  const folder = createTempFolder();
  const dataDir = join(folder, 'data');
  let s3: S3Server;
  let keys: Awaited<ReturnType<typeof generateKeys>>;
  let site: Program;
  let before: Answers;

  beforeAll(async () => {
    [s3, keys] = await Promise.all([startS3Server(), generateKeys()]);
    site = await startSite(dataDir);
    // The pages change until then.
    if (isLongRun) await site.waitForLine('socal_osm_places.csv: added');
    before = await readAnswers(site, [...(await listPages(site)), ...listPictures(dataDir)]);
    expect(before.size).toBeGreaterThan(PAGES + 100);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await cleanUp();
    await s3.close();
  });

  const places: [where: string, isEncrypted: boolean, toPlace: () => string][] = [
    ['encrypted in a new folder', true, () => join(folder, 'encrypted')],
    ['in a new folder', false, () => join(folder, 'new/plain')],
    ['in a bucket', false, () => `${s3.env.S3_ENDPOINT}/${s3.env.S3_BUCKET}/backups`],
  ];

  it.each(selectCases(1, places))(
    '%s is made while the site runs, listed, and restored in an empty folder, where each page and picture is as before',
    async (_where, isEncrypted, toPlace) => {
      const to = toPlace();
      const { S3_ACCESS_KEY_ID: BACKUP_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: BACKUP_SECRET_ACCESS_KEY } = s3.env;
      const env = { BACKUP_ACCESS_KEY_ID, BACKUP_SECRET_ACCESS_KEY };
      const recipient = isEncrypted && { BACKUP_RECIPIENT: keys.recipient };
      const made = await run(dataDir, ['backup', '--to', to], { ...env, ...recipient });
      const id = /^Backup (\S+) is complete, in /.exec(made.at(-1) ?? '')?.[1];
      expect(await run(dataDir, ['backup', '--list', '--to', to], env)).toEqual([
        expect.stringContaining(`${id}  rows: `),
      ]);

      const copyDir = join(createTempFolder(), 'data');
      const identity = isEncrypted && { BACKUP_IDENTITY: keys.identity };
      const restored = await run(copyDir, ['restore', '--from', to, '--live'], { ...env, ...identity });
      expect(restored).toContainEqual(expect.stringMatching(/^Restored the site as it was at /));
      const copy = await startSite(copyDir);
      const after = await readAnswers(copy, before.keys());
      expect([...before].filter(([path, answer]) => after.get(path) !== answer)).toEqual([]);
      await sendSignal(copy, 'SIGTERM');
    },
    TIMEOUT_MS,
  );
});

async function startSite(dataDir: string): Promise<Program> {
  const site = start(dataDir, { command: ['server/site/main.ts'], env: SITE });
  await site.waitForLine('  SoCal Local is at');
  return site;
}

/** Runs `npm run backup` or `npm run restore`, and returns the lines that it prints. */
async function run(dataDir: string, [name, ...args]: string[], env: Record<string, string>): Promise<string[]> {
  const command = [`server/platform/storage/backup/${name}.command.ts`, ...args];
  const program = start(dataDir, { command, env });
  expect(await program.exited).toEqual({ status: 0, stderr: '' });
  return program.stdoutLines;
}

/** Pages from all over the sitemap. */
async function listPages(site: Program): Promise<string[]> {
  const readPaths = async (path: string) =>
    (await get(site, path)).toString().match(/(?<=<loc>http:\/\/localhost:3000)[^<]+/g) ?? [];
  const maps = await readPaths('/sitemap.xml');
  const paths = (await Promise.all(maps.map(readPaths))).flat();
  return Array.from({ length: PAGES }, (_, i) => paths[Math.floor((i * paths.length) / PAGES)] as string);
}

const listPictures = (dataDir: string) =>
  readdirSync(join(dataDir, 'uploads'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.webp'))
    .map((path) => `/photos/${basename(path)}`);

async function readAnswers(site: Program, paths: Iterable<string>): Promise<Answers> {
  const answers: Answers = new Map();
  for (const path of paths)
    answers.set(
      path,
      createHash('sha256')
        .update(await get(site, path))
        .digest('hex'),
    );
  return answers;
}

async function get(site: Program, path: string): Promise<Buffer> {
  const port = site.stdoutLines.join('\n').match(/http:\/\/localhost:(\d+)/)?.[1];
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  expect(response.status, path).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
