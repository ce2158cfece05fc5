// One of the processes that answer requests, started by workers.ts.
import type pg from 'pg';
import { type JoinedDatabase, joinDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { respondWith } from '#server/platform/metrics/worker-metrics.ts';
import { createProgram, type Program } from './program.ts';
import type { WorkerMessage } from './workers.ts';

const tell = (message: WorkerMessage, onSent = () => {}) => process.send?.(message, onSent);

try {
  respondWith();
  const env = readEnv();
  const database = joinDatabase(env, await receiveConnection());
  const program = await createProgram(env, database);
  const port = await program.listen({ host: env.HOST, port: env.PORT });
  stopOnSignal(program, database);
  tell({ port });
} catch (error) {
  // It is said once, by the process that started this one.
  const isKnown = error instanceof StartupError || error instanceof InvalidEnvironment;
  const { message, stack } = error as Error;
  tell({ failure: isKnown ? message : String(stack) }, () => process.exit(1));
}

function receiveConnection(): Promise<pg.ClientConfig> {
  return new Promise((resolve) => {
    process.on('message', (message: { connection?: pg.ClientConfig }) => {
      if (message.connection) resolve(message.connection);
    });
  });
}

/** Whoever started this process limits how long it may take. Ctrl-C reaches both. */
function stopOnSignal(program: Program, database: JoinedDatabase) {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await program.close();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
