// SQLSTATEs of a server that is unreachable, overloaded, stopping, or no longer the one that writes (after a failover): classes 08
// and 53, and single codes.
const SQLSTATES = /^(57P0\d|57014|53\d{3}|08\d{3}|25006|25P03)$/;

// A protocol violation. PgBouncer gives this code to all its errors, such as 'server login has been failing'.
const PROTOCOL_VIOLATION = '08P01';

const SYSTEM_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// pg and its pool throw these without a code.
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
  'The server did not respond to a query',
];

/** Whether an error of a query means that the database cannot be used now, as opposed to a faulty query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, errors, routine } = error as Error & { code?: unknown; errors?: unknown[]; routine?: string };
  if (typeof code === 'string' && (SQLSTATES.test(code) || SYSTEM_CODES.has(code))) return true;
  // PostgreSQL names a routine with each error, PgBouncer none.
  if (code === PROTOCOL_VIOLATION && routine === undefined) return true;
  // A host name with several addresses fails with one error for all of them.
  if (error instanceof AggregateError && errors?.some(isDatabaseUnavailable)) return true;
  // A hot standby refuses some statements as not supported.
  if (code === '0A000') return /hot standby|during recovery/.test(message);
  return MESSAGES.some((start) => message.startsWith(start));
}

// Serialization failures and deadlocks.
const CONFLICTS = new Set<unknown>(['40001', '40P01']);

/** Whether PostgreSQL has rolled a transaction back because of another one beside it: nothing is wrong, and it can be repeated. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof Error && CONFLICTS.has((error as { code?: unknown }).code);
