import { readdirSync, readFileSync } from 'node:fs';
import type { Cluster } from './start-cluster.ts';
import { send, signIn } from './visitor.ts';

const REQUESTS = 4000;
const CLIENTS = 8;
// Of Linux on all of its platforms.
const MS_PER_TICK = 10;

/** The CPU time of a request, in milliseconds, of each program through which it goes. */
export async function measureCosts({ db, nodes, balancer, proxy, processes }: Cluster) {
  const owner = await signIn(db);
  const [node] = nodes;
  const kinds: Record<string, () => Promise<{ status: number }>> = {
    'cached page, from Varnish': () => send(`${proxy}/city/irvine`),
    'cached page, from a node through nginx': () => send(`${balancer}/city/irvine`),
    'cached page, from a node': () => send(`${node?.url}/city/irvine`),
    'search, each another one, from a node': () => send(`${node?.url}/api/search?q=word${Math.random()}`),
    'saved listings of an account, from a node': () => owner.send(`${node?.url}/api/user/saved`),
  };
  const results: Record<string, Record<string, number>> = {};
  for (const [kind, request] of Object.entries(kinds)) {
    for (let i = 0; i < 100; i++) await request();
    const before = readCpu(processes());
    const count = kind.startsWith('cached') ? REQUESTS : REQUESTS / 8;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let i = 0; i < count / CLIENTS; i++) await request();
      }),
    );
    const after = readCpu(processes());
    results[kind] = Object.fromEntries(
      Object.entries(after).map(([name, ms]) => [name, Math.round(((ms - (before[name] ?? 0)) / count) * 1000) / 1000]),
    );
  }
  return results;
}

// Of the process and of its children that have ended.
const sumTicks = (fields: string[]) => fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);

/** The CPU time of processes and their children so far, by name. */
function readCpu(pids: Record<string, number[]>): Record<string, number> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const rows = all.flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return [{ pid: Number(pid), parent: Number(fields[1]), ticks: sumTicks(fields) }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const total = (roots: number[]): number =>
    rows
      .filter(({ pid }) => roots.includes(pid))
      .reduce(
        (sum, { pid, ticks }) =>
          sum + ticks * MS_PER_TICK + total(rows.filter(({ parent }) => parent === pid).map((row) => row.pid)),
        0,
      );
  return Object.fromEntries(Object.entries(pids).map(([name, roots]) => [name, total(roots)]));
}
