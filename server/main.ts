import type { AddressInfo, Server } from 'node:net';
import { resolve } from 'node:path';
import { ensureAdministrator, setAdministratorEmail } from './accounts/administrator.ts';
import { type Database, openDatabase } from './db/open.ts';
import { StartupError } from './db/startup-error.ts';
import { type Env, InvalidEnvironment, readEnv, refuseUnsafeSettings } from './env.ts';
import { Unavailable } from './http/errors.ts';
import { listenForInvalidations } from './page-cache/invalidation-listener.ts';
import { loadBuild } from './page-cache/web-build.ts';
import { loadGazetteer } from './seed/gazetteer.ts';
import { addSamplePictures } from './seed/sample-pictures.ts';
import { loadSamples } from './seed/samples.ts';
import { isProduction } from './settings/unsafe-settings.ts';
import { openStorage } from './storage/open.ts';

// Whoever stops the program is promised that it is gone after 10 seconds.
const SHUTDOWN_TIMEOUT_MS = 9_000;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

try {
  await start(process.argv.includes('--dev'));
} catch (error) {
  const known = error instanceof StartupError || error instanceof InvalidEnvironment;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

/** Environment → database → data → app → listen. */
async function start(development: boolean) {
  const env = readEnv();
  refuseUnsafeSettings(env);
  const database = await openDatabase(env, { progress: printLine });
  try {
    await loadGazetteer(database.db);
    const strict = isProduction(env) && !env.ALLOW_UNSAFE.includes('admin-password');
    const administrator = await ensureAdministrator(database.db, env, { strict });
    if (env.ADMIN_EMAIL) await setAdministratorEmail(database.db, env.ADMIN_EMAIL);
    if (env.SAMPLE_DATA !== 'off') await seed(env, database);

    // In development Vite loads the app, so that `node --watch` does not restart the process for each of its files.
    const program = development
      ? await (await import('./dev-server.ts')).createDevServer(env, database)
      : await createProgram(env, database);
    await program.listen({ host: env.HOST, port: env.PORT }).catch((error) => {
      throw toListenError(error, env.HOST, env.PORT);
    });

    const { port } = program.server.address() as AddressInfo;
    if (administrator) {
      printLine(`\n  Administrator: ${administrator.username}`);
      printLine(
        env.ADMIN_PASSWORD
          ? '  Password: as set in ADMIN_PASSWORD'
          : `  Password: ${administrator.password}  (shown only now)`,
      );
    }
    printLine(`\n  ${env.SITE_NAME} is at http://${env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${port}\n`);

    stopOnSignal(async (signal) => {
      // A restart in development leaves the database to the process that follows at once.
      if (development && signal === 'SIGTERM') process.exit(0);
      await program.close();
      await database.close();
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The open business data and the samples. A storage that cannot be reached does not keep the site from starting. */
async function seed(env: Env, { db }: Database) {
  await loadSamples(db, { few: env.SAMPLE_DATA === 'few', progress: printLine });
  const storage = openStorage(env);
  try {
    await addSamplePictures({ db, storage });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    printLine(`The pictures of the samples were not stored; the next start tries again. ${error.cause}`);
  } finally {
    await storage.close();
  }
}

/** The program as it is built. */
async function createProgram(env: Env, database: Database): Promise<Program> {
  const { createApp } = await import('./app.ts');
  const { OPENAPI_PATH } = await import('./http/api-docs.ts');
  const web = await loadBuild(resolve(import.meta.dirname, '../dist'));
  const app = await createApp({ env, db: database.db, web });
  // The document is generated now, not while the first visitors wait.
  await app.http.inject(OPENAPI_PATH);
  const invalidations = listenForInvalidations(database, (keys) => app.invalidate(keys));
  return {
    server: app.http.server,
    listen: (address) => app.http.listen(address),
    async close() {
      await app.http.close();
      await invalidations.close();
    },
  };
}

/** What listens and is stopped: the built program, or the one in development. */
interface Program {
  server: Server;
  listen(address: { host: string; port: number }): Promise<unknown>;
  close(): Promise<void>;
}

function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<void>) {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    printLine('Stopping…');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`,
    );
  if (error.code === 'EACCES')
    return new StartupError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=3000 npm start`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo')
    return new StartupError(
      `HOST: ${host} is not an address of this machine. Set it to one that is, such as 127.0.0.1.`,
    );
  return error;
}
