// @ts-check
// What an exploited decoder would try. Replies with the outcome of each attempt: 'done' or the code of the error.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';

process.once(
  'message',
  async (/** @type {{ file: string, secret: string, port: number }} */ { file, secret, port }) => {
    const attempts = {
      write: () => writeFile(file, 'x'),
      read: () => readFile(secret),
      startProgram: () => once(spawn('true'), 'close'),
      startThread: () => once(new Worker('', { eval: true }), 'exit'),
      connect: () => once(connect(port, '127.0.0.1'), 'connect'),
      // By machine code, which Node's permissions do not bind.
      writeByMachineCode: () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toFile(file),
    };
    /** @type {Record<string, string>} */
    const outcomes = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      outcomes[name] = await tryTo(attempt);
    }
    process.send?.(outcomes, () => process.disconnect());
  },
);

/** @param {() => Promise<unknown>} attempt */
async function tryTo(attempt) {
  try {
    await attempt();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'refused';
  }
}
