import type pg from 'pg';

/** The settings of every session; PostgreSQL itself reads the times as milliseconds. */
export const SESSION_SETTINGS = {
  timezone: 'UTC',
  // The indexes fit in memory. With the default of 4, which is meant for spinning disks, PostgreSQL prefers to sort the
  // rows of a city or ZIP code over scanning the index that has them in order.
  random_page_cost: '1.1',
};

/** Statements are canceled after 10 s, and transactions that do nothing after a minute. */
export const SESSION_TIMEOUTS = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };

const OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** How to connect to the embedded server, with the settings as parameters of the start of the session. */
export const withSessionSettings = (connection: pg.ClientConfig = {}): pg.ClientConfig => ({
  ...connection,
  options: OPTIONS,
});

/** How to connect to a URL with them. */
export function toSessionConfig(connectionString: string): pg.ClientConfig {
  const url = new URL(connectionString);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${OPTIONS}`.trim());
  return { connectionString: url.href };
}
