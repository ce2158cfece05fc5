import { setTimeout as delay } from 'node:timers/promises';

/** Asks a server for one row. */
export type AskRow = <Row extends object>(text: string, values?: unknown[]) => Promise<Row | undefined>;

/** How a server follows the primary. */
export interface Replication {
  /** Why it is of no use, or 'behind': it did not reach the position of the primary in time. Null: it did. */
  fault: 'another database' | 'no standby' | 'behind' | null;
  /** How old what it has is, in seconds; null if that cannot be told. */
  lagSeconds: number | null;
}

const POLL_MS = 50;

/**
 * Waits until a server has replayed what the primary has written now. Any role may ask so.
 * @param options.maxMs how long, at most
 * @param options.isEnded ends the wait
 */
export async function measureReplication(
  { primary, standby }: { primary: AskRow; standby: AskRow },
  { maxMs, isEnded = () => false }: { maxMs: number; isEnded?: () => boolean },
): Promise<Replication> {
  const position = await primary<{ lsn: string; system: string; at: number }>(`
    select pg_current_wal_insert_lsn()::text as lsn, system_identifier::text as system,
      extract(epoch from clock_timestamp())::float8 as at
    from pg_control_system()`);
  if (!position) throw new Error('The primary does not say how far it is.');
  const begun = performance.now();
  for (;;) {
    const state = await standby<{ isSame: boolean; hasReplayed: boolean | null; replayedAt: number | null }>(
      `select system_identifier::text = $1 as "isSame", pg_last_wal_replay_lsn() >= $2::pg_lsn as "hasReplayed",
        extract(epoch from pg_last_xact_replay_timestamp())::float8 as "replayedAt"
      from pg_control_system()`,
      [position.system, position.lsn],
    );
    const seconds = (performance.now() - begun) / 1000;
    if (!state?.isSame) return { fault: 'another database', lagSeconds: null };
    if (state.hasReplayed === null) return { fault: 'no standby', lagSeconds: null };
    if (state.hasReplayed) return { fault: null, lagSeconds: seconds };
    if (seconds * 1000 > maxMs || isEnded()) {
      // Both times are those of the primary's clock. Since the last transaction it may have written nothing for some seconds.
      const lagSeconds = state.replayedAt && Math.max(seconds, position.at + seconds - state.replayedAt);
      return { fault: 'behind', lagSeconds };
    }
    await delay(POLL_MS);
  }
}
