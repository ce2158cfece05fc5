/** A suggestion of a visitor, as far as it tells who that is. */
export interface VisitorTrace {
  /** Null when it is unknown. */
  network: string | null;
  /** Null for a visitor who was not signed in. */
  accountId: number | null;
  at: Date;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * How many independent visitors said the same: of each network and each account the first counts, and only a half if it follows another
 * one within an hour, because friends are asked at once. Unknown networks do not count.
 * See docs/decisions/0079-suggested-edits-by-independent-visitors.md.
 */
export function countIndependent(traces: VisitorTrace[]): number {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at } of firstOfEach(traces)) {
    count += at.getTime() - last < HOUR_MS ? 0.5 : 1;
    last = at.getTime();
  }
  return count;
}

/** How many visitors said the same, of different networks and accounts. Unknown networks do not count. */
export const countDifferent = (traces: VisitorTrace[]): number => firstOfEach(traces).length;

/** The first trace of each network and each account, in the order of time. */
function firstOfEach(traces: VisitorTrace[]): VisitorTrace[] {
  const networks = new Set<string>();
  const accounts = new Set<number>();
  const first: VisitorTrace[] = [];
  for (const trace of traces.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { network, accountId } = trace;
    if (network === null || networks.has(network) || (accountId !== null && accounts.has(accountId))) continue;
    networks.add(network);
    if (accountId !== null) accounts.add(accountId);
    first.push(trace);
  }
  return first;
}
