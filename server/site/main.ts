import { ensureAdministrator, findAdminPasswordFault, setAdministratorEmail } from '#server/accounts/administrator.ts';
import { type Database, joinDatabase, openDatabase, waitForPooler } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { type Env, InvalidEnvironment, readEnv, refuseUnsafeSettings } from '#server/platform/env/env.ts';
import { isProduction } from '#server/platform/env/unsafe-settings.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { upgradeEmbedded } from '#server/platform/storage/backup/upgrade.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { createProgram, type Program } from '#server/site/program/program.ts';
import { createWorkers } from '#server/site/program/workers.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { type BackgroundWork, startOsmPlaces } from '#server/site/seed/osm-places-process.ts';
import { addSamplePictures } from '#server/site/seed/sample-pictures.ts';
import { loadSamples } from '#server/site/seed/samples.ts';

// Whoever stops the program is promised that it is gone after 10 seconds.
const SHUTDOWN_TIMEOUT_MS = 9_000;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

let isStopping = false;
try {
  await start(process.argv.includes('--dev'));
} catch (error) {
  if (!isStopping) fail(error as Error);
}

function fail(error: Error) {
  const known = error instanceof StartupError || error instanceof InvalidEnvironment;
  process.stderr.write(`${known ? error.message : error.stack}\n`);
  process.exit(1);
}

/** Environment → database → data → app → listen. */
async function start(development: boolean) {
  const env = readEnv();
  const strict = isProduction(env) && !env.ALLOW_UNSAFE.includes('admin-password');
  const fault = strict ? findAdminPasswordFault(env) : null;
  refuseUnsafeSettings(env, fault ? [fault] : []);
  const opening = openUpgraded(env);
  let program: Program | undefined;
  let places: BackgroundWork | undefined;
  stopOnSignal(async (signal) => {
    // A restart in development leaves the database to the process that follows at once.
    if (development && signal === 'SIGTERM') process.exit(0);
    await Promise.all([program?.close(), places?.close()]);
    await (await opening).close();
  });
  const database = await opening;
  try {
    await waitForPooler(env);
    await loadGazetteer(database.db);
    const administrator = await ensureAdministrator(database.db, env, { strict });
    if (env.ADMIN_EMAIL) await setAdministratorEmail(database.db, env.ADMIN_EMAIL);
    if (env.SAMPLE_DATA !== 'off') await seed(env, database);

    program = await openProgram(env, database, { development });
    const port = await program.listen({ host: env.HOST, port: env.PORT });
    if (administrator) {
      printLine(`\n  Administrator: ${administrator.username}`);
      printLine(
        env.ADMIN_PASSWORD
          ? '  Password: as set in ADMIN_PASSWORD'
          : `  Password: ${administrator.password}  (shown only now)`,
      );
    }
    printLine(`\n  ${env.SITE_NAME} is at http://${env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${port}\n`);
    if (env.SAMPLE_DATA === 'on' && !isStopping)
      places = await startOsmPlaces(env, database.db, { progress: printLine });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openUpgraded(env: Env): Promise<Database> {
  if (env.DATABASE_URL === undefined) await upgradeEmbedded(env.DATA_DIR, printLine);
  return openDatabase(env, { progress: printLine });
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

async function openProgram(env: Env, database: Database, { development }: { development: boolean }): Promise<Program> {
  if (!development && env.WORKERS > 1)
    return createWorkers({ count: env.WORKERS, connection: database.connection, progress: printLine });
  const joined =
    env.DATABASE_DIRECT_URL || env.DATABASE_REPLICA_URL ? joinDatabase(env, database.connection) : database;
  // In development Vite loads the app, so that `node --watch` does not restart the process for each of its files.
  const program = development
    ? await (await import('#server/site/program/dev-server.ts')).createDevServer(env, joined)
    : await createProgram(env, joined);
  const close = async () => {
    await program.close();
    if (joined !== database) await joined.close();
  };
  return { ...program, close };
}

function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<void>) {
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    printLine('Stopping…');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    stop(signal).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
