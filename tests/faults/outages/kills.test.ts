import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  cleanUp,
  createPreparedDataDir,
  listProcesses,
  type Program,
  readServerPid,
  sendSignal,
  start,
} from '#tests/faults/program.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { findFilesWithoutRows, startWriters, type Writers } from './writers.ts';

afterEach(cleanUp);

const KILLS_OF_PROGRAM = Number(process.env.KILLS ?? 200);
const KILLS_OF_DATABASE = Math.ceil(KILLS_OF_PROGRAM / 10);

test(`nothing acknowledged is lost or doubled by ${KILLS_OF_PROGRAM} kills of the program and ${KILLS_OF_DATABASE} of the database`, async () => {
  const dataDir = await createPreparedDataDir();
  let program = await startSite(dataDir, 0);
  const port = Number(new URL(getAddress(program)).port);
  const writers = await startWriters(dataDir, `http://127.0.0.1:${port}`);
  let kills = 0;
  for (let round = 0; round < KILLS_OF_PROGRAM; round++) {
    await letWrite(writers);
    // Now and then time enough for a picture.
    if (round % 4 === 0) await delay(Math.random() * 1000);
    await sendSignal(program, 'SIGKILL');
    kills += 1;
    program = await startSite(dataDir, port);
    if (round % 10 !== 9) continue;
    await letWrite(writers);
    const before = program.stdoutLines.length;
    process.kill(readServerPid(dataDir), 'SIGKILL');
    await program.waitForLine('PostgreSQL is back', before);
  }
  await expect
    .poll(() => Math.min(...Object.values(writers.acknowledged)), { timeout: scaleTimeout(60_000) })
    .toBeGreaterThan(KILLS_OF_PROGRAM / 20);
  await writers.stop();

  const { lost, doubled, retries } = await writers.check();
  const files = await findFilesWithoutRows(dataDir);
  console.log(
    JSON.stringify({
      kills,
      killsOfDatabase: KILLS_OF_DATABASE,
      acknowledged: writers.acknowledged,
      retries,
      lost,
      doubled,
      files,
    }),
  );
  expect({ lost, doubled, files, refused: writers.refused }).toEqual({ lost: [], doubled: [], files: [], refused: [] });
  // Requests were cut off, else the kills showed nothing.
  expect(retries).toBeGreaterThan(KILLS_OF_PROGRAM / 4);
  const server = readServerPid(dataDir);
  expect((await sendSignal(program, 'SIGTERM')).status).toBe(0);
  await expect.poll(() => listProcesses().has(server)).toBe(false);
}, 7_200_000);

async function startSite(dataDir: string, port: number): Promise<Program> {
  const env = { PORT: String(port), SAMPLE_DATA: 'off', LOG_LEVEL: 'silent' };
  const program = start(dataDir, { command: ['server/site/main.ts'], env });
  await program.waitForLine('  SoCal Local is at');
  return program;
}

const getAddress = ({ stdoutLines }: Program) =>
  stdoutLines.find((line) => line.includes(' is at '))?.match(/http:\S+/)?.[0] ?? '';

/** Waits until a few more writes were acknowledged, and then for a random part of one. */
async function letWrite(writers: Writers) {
  const before = writers.count();
  await expect.poll(writers.count, { timeout: scaleTimeout(60_000), interval: 5 }).toBeGreaterThan(before + 3);
  await delay(Math.random() * 60);
}
