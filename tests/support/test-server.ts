import pg from 'pg';
import { inject } from 'vitest';

let pool: pg.Pool | undefined;

/** Executes a statement on the PostgreSQL of the run, outside the databases of tests. The files of a worker share its connections. */
export function queryTestServer(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  if (!pool) {
    pool = new pg.Pool({ ...inject('postgres'), max: 2, allowExitOnIdle: true });
    // The server may end before the worker.
    pool.on('error', () => {});
  }
  return pool.query(statement, values);
}

/** Runs work with a new connection to the PostgreSQL of the run. */
export const withTestServer = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  withClient(inject('postgres'), work);

/** Runs work in a database of a test as the superuser, which the program is not. */
export const asSuperuser = <Result>(database: string, work: (client: pg.Client) => Promise<Result>) =>
  withClient({ ...inject('superuser'), database }, work);

async function withClient<Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
