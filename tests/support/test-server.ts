import pg from 'pg';
import { inject } from 'vitest';

/** Connects to the PostgreSQL of the run, and disconnects when the work is done. */
export async function withTestServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
