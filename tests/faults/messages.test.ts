import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { checkMessages } from './messages-check.ts';
import { cleanUp, createTempFolder, start } from './program.ts';

afterEach(cleanUp);

// Each run takes two seconds of CPU time.
const RUNS = repetitions(1, 200);
// A run of ten flows sends about 200 statements.
const MAX_STEPS = 180;

test(`a process that is killed at any point loses no message and sends none twice: ${RUNS} runs`, async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const folder = createTempFolder();
  const broken: string[] = [];
  const killed: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const steps = 1 + ((run * 67 + 97) % MAX_STEPS);
    const child = start(folder, {
      command: ['tests/faults/messages.child.ts', String(run + 1), String(steps)],
      env: { ...database.env, DATA_DIR: folder, LOG_LEVEL: 'silent', GEOCODER_URL: '' },
    });
    const { stderr } = await child.exited;
    if (stderr) broken.push(`run ${run}: ${stderr}`);
    for (const line of child.stdoutLines) {
      if (line.startsWith('broken ')) broken.push(`run ${run}: ${line}`);
      if (line.startsWith('killed ')) killed.push(line);
    }
  }
  const last = await checkMessages(database.db, folder);
  expect([...broken, ...last.broken]).toEqual([]);
  expect(killed.length).toBeGreaterThan(RUNS * 0.6);
  expect(last.accepted).toBeGreaterThan(RUNS);
});
