import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { measureReplication } from './replication.ts';
import type { DB } from './schema.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** What visitors read, from a replica of the database while it is current. */
export interface Replica {
  /** Reads from the replica, or from the primary: single queries only, because each may be answered by the other. */
  db: Kysely<DB>;
  /** Reads from the primary until the replica has what has been committed there. */
  noteChange(): void;
  /** Sets whether `noteChange` is called for the changes of all processes. If not, the primary is read. */
  setNotified(isNotified: boolean): void;
  /** Begins to use the replica. */
  start(log: Pick<FastifyBaseLogger, 'info' | 'warn'>): void;
  isCurrent(): boolean;
  /** As it was when it was asked last, at most some seconds ago. */
  getState(): ReplicaState;
  close(): Promise<void>;
}

/** How a replica is. */
export interface ReplicaState {
  /** Whether it responds, and is a standby of the database. */
  isUp: boolean;
  /** How old what it has is; null if that is unknown. */
  lagSeconds: number | null;
}

interface Standby {
  db: Kysely<DB>;
  disconnect(): void;
  close(): Promise<void>;
}

const INTERVAL_MS = 5000;
/** How far a replica may be behind what was written; visitors read from the primary when it is further. */
export const MAX_REPLICA_LAG_MS = 5000;
const POLL_MS = 50;
const QUERY_CANCELED = '57014';
// After comments, such as the one of searches that are not to be prepared.
const READ = /^\s*(?:--.*\n\s*)*(?:select|with)\b/i;

/** Uses a standby for what may be read there. See docs/decisions/0089-connections-replicas-and-clocks.md. */
export function createReplica(primary: Kysely<DB>, standby: Standby): Replica {
  const closed = new AbortController();
  let changes = 0;
  let isCurrent = false;
  let isNotified = false;
  let state: ReplicaState = { isUp: false, lagSeconds: null };
  let wake = () => {};
  let ended = Promise.resolve();

  function noteChange() {
    changes += 1;
    isCurrent = false;
    wake();
  }

  async function query(text: string, values: readonly unknown[]) {
    if (!READ.test(text)) throw new Error('Only single queries are read from a replica.');
    const compiled = CompiledQuery.raw(text, [...values]);
    const read = async (db: Kysely<DB>) => {
      const { rows } = await db.executeQuery(compiled);
      return { command: 'SELECT' as const, rowCount: rows.length, rows };
    };
    if (!isCurrent) return read(primary);
    try {
      return await read(standby.db);
    } catch (error) {
      // It took too long, and would there too.
      if ((error as { code?: string }).code === QUERY_CANCELED) throw error;
      // The replica is away, has not the latest schema, or canceled the query to replay a change.
      if (isDatabaseUnavailable(error)) isCurrent = false;
      return read(primary);
    }
  }

  /** Waits until the standby has all that the primary has written. Answers what is wrong when it does not. */
  async function catchUp(): Promise<string | null> {
    const { fault, lagSeconds } = await measureReplication(
      {
        primary: (text, values) => askRow(primary, text, values),
        standby: (text, values) => withTimeout(askRow(standby.db, text, values)),
      },
      { maxMs: MAX_REPLICA_LAG_MS, isEnded: () => closed.signal.aborted },
    );
    state = { isUp: fault === null || fault === 'behind', lagSeconds };
    if (fault === null) return null;
    return fault === 'behind' ? 'it is more than 5 s behind' : 'it is no replica of the database';
  }

  async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => standby.disconnect(), MAX_REPLICA_LAG_MS);
    return work.finally(() => clearTimeout(timer));
  }

  async function watch(log: Pick<FastifyBaseLogger, 'info' | 'warn'>) {
    let reported: string | null | undefined;
    while (!closed.signal.aborted) {
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const seen = changes;
      const fault = await catchUp().catch((error: Error) => {
        state = { isUp: false, lagSeconds: null };
        return error.message;
      });
      if (changes === seen) isCurrent = fault === null && isNotified;
      if (fault !== reported) {
        if (fault === null) log.info('the replica is read');
        else log.warn(`the replica is not read: ${fault}`);
        reported = fault;
      }
      if (fault !== null) isCurrent = false;
      await delay(POLL_MS);
      await Promise.race([changed, delay(INTERVAL_MS, undefined, { ref: false })]);
    }
  }

  return {
    db: openKysely(query),
    noteChange,
    setNotified(notified) {
      isNotified = notified;
      noteChange();
    },
    start(log) {
      ended = watch(log);
    },
    isCurrent: () => isCurrent,
    getState: () => state,
    async close() {
      closed.abort();
      isCurrent = false;
      wake();
      await ended;
      await standby.close();
    },
  };
}

/** Kysely without a pool of its own: connections are taken for each query, by the pools of the two servers. */
const openKysely = (query: (text: string, values: readonly unknown[]) => Promise<unknown>) =>
  new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => ({ query, release() {} }) as never, end: async () => {}, options: {} } as never,
    }),
  });

const askRow = async <Row>(db: Kysely<DB>, text: string, values: unknown[] = []): Promise<Row | undefined> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows[0];
