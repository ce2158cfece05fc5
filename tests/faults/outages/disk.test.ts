import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import {
  cleanUp,
  createPreparedDataDir,
  endServer,
  type Program,
  readServerPid,
  sendSignal,
  start,
} from '#tests/faults/program.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { canMount, mountSmallDisk } from './small-disk.ts';
import { findFilesWithoutRows, signInOnce } from './writers.ts';

afterEach(cleanUp);

// These make file systems of their own.
const run = test.runIf(canMount);

const startSite = async (dataDir: string) => {
  const env = { PORT: '0', SAMPLE_DATA: 'off', LOG_LEVEL: 'silent', PAGE_CACHE_MB: '0' };
  const program = start(dataDir, { command: ['server/site/main.ts'], env });
  await program.waitForLine('  SoCal Local is at');
  return { program, origin: getAddress(program) };
};

const getAddress = ({ stdoutLines }: Program) =>
  stdoutLines.find((line) => line.includes(' is at '))?.match(/http:\S+/)?.[0] ?? '';

const getStatus = async (url: string) => (await fetch(url)).status;

run('while the disk of pictures is full, uploads are 503, the rest works, and nothing is left behind', async () => {
  const dataDir = await createPreparedDataDir();
  const disk = mountSmallDisk(4);
  onTestFinished(disk.unmount);
  symlinkSync(disk.folder, join(dataDir, 'uploads'));
  const { program, origin } = await startSite(dataDir);
  const owner = await signInOnce(dataDir, origin);
  expect((await owner.upload()).status).toBe(201);
  disk.fill();
  for (let i = 0; i < 3; i++) expect((await owner.upload()).status).toBe(503);
  expect(await getStatus(`${origin}/city/irvine`)).toBe(200);
  expect((await owner.post('A listing without pictures')).status).toBe(201);
  disk.free();
  const { status, src } = await owner.upload();
  expect(status).toBe(201);
  expect(await findFilesWithoutRows(dataDir)).toEqual([]);

  // Only reads are possible.
  disk.setReadOnly(true);
  expect((await owner.upload()).status).toBe(503);
  expect(await owner.getPicture(src)).toBe(200);
  disk.setReadOnly(false);
  expect((await owner.upload()).status).toBe(201);
  expect(await findFilesWithoutRows(dataDir)).toEqual([]);
  expect((await sendSignal(program, 'SIGTERM')).status).toBe(0);
});

run('while the disk of the database is full, no response is 500 and nothing acknowledged is lost', async () => {
  const prepared = await createPreparedDataDir();
  const disk = mountSmallDisk(400);
  const dataDir = join(disk.folder, 'data');
  // With owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', prepared, dataDir]);
  onTestFinished(async () => {
    await endServer(dataDir);
    disk.unmount();
  });
  const { program, origin } = await startSite(dataDir);
  const owner = await signInOnce(dataDir, origin);
  const titles: string[] = [];
  const post = async (i: number) => {
    const title = `On a full disk ${i}`;
    const { status } = await owner.post(title);
    if (status === 201) titles.push(title);
    return status;
  };
  expect(await post(0)).toBe(201);

  // A segment of the log is allocated when the one before is full, so the disk is full some time before it matters.
  disk.fill();
  const statuses: number[] = [];
  for (let i = 1; i <= 3000 && !statuses.includes(503); i++) statuses.push(await post(i));
  expect(statuses.slice(0, -1).filter((status) => status !== 201)).toEqual([]);
  expect(statuses.at(-1)).toBe(503);
  // Reading needs no space.
  expect(await getStatus(`${origin}/city/irvine`)).toBe(200);

  disk.free();
  await expect.poll(() => post(9999), { timeout: scaleTimeout(60_000), interval: 500 }).toBe(201);
  expect(await getStatus(`${origin}/city/irvine`)).toBe(200);
  expect(await owner.findMissing(titles)).toEqual([]);
  console.log(JSON.stringify({ acknowledgedBeforeFull: statuses.length - 1 }));
  expect(readServerPid(dataDir)).toBeGreaterThan(0);
  expect((await sendSignal(program, 'SIGTERM')).status).toBe(0);
});
