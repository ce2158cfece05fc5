import pg from 'pg';
import { inject } from 'vitest';

/** Runs work with a connection to the PostgreSQL of the run. */
export async function withTestServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
