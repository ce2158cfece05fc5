import pg from 'pg';

const TIMEOUT_MS = 9000;

/** Connects to a database server; neither that nor a query takes longer than 9 s. */
export async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...connection,
    application_name: 'socal-local doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    // The connection may be lost already.
    client.end().catch(() => {});
  }
}
