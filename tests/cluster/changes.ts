import { setTimeout as delay } from 'node:timers/promises';
import { listingForm } from '#tests/support/listing-form.ts';
import type { Cluster } from './start-cluster.ts';
import { requireSuccess, send, signIn } from './visitor.ts';

const CHANGES = 40;
const READERS_PER_TARGET = 2;
const PAUSE_MS = 20;
/** The goal: so long after a change nobody may see what was before it. */
const MAX_AGE_MS = 1000;

/**
 * Changes a listing through one node after the other, while visitors read its page and lists of it from every node and from Varnish.
 * @returns how long after a change the former title was seen, at most, by target
 * @throws {Error} when that was longer than a second
 */
export async function checkChanges({ db, nodes, proxy, balancer }: Cluster) {
  const owner = await signIn(db);
  const form = listingForm({ title: 'Version 0' });
  const posted = await requireSuccess(owner.send(`${nodes[0]?.url}/api/ads`, 'POST', form));
  const { id } = JSON.parse(posted.body).ad as { id: number };
  const paths = [`/ads/${id}`, '/city/irvine', '/zip/92614', '/county/orange-county', '/category/plumbers', '/'];
  const apiPaths = [`/api/ads/${id}`, '/api/city/irvine/ads'];
  const targets = { ...Object.fromEntries(nodes.map(({ url }, i) => [`node ${i + 1}`, url])), varnish: proxy };

  // When the response to each change arrived.
  const acknowledged: number[] = [performance.now()];
  const worst: Record<string, number> = {};
  let reads = 0;
  let hits = 0;
  let isOver = false;

  async function read(target: string, url: string) {
    const askedAt = performance.now();
    const { status, body, headers } = await send(url);
    if (status !== 200) throw new Error(`${url} was answered with ${status}`);
    reads += 1;
    if (target === 'varnish' && Number(headers.age) > 0) hits += 1;
    const seen = Math.max(...[...body.matchAll(/Version (\d+)/g)].map(([, version]) => Number(version)));
    const next = acknowledged[seen + 1];
    if (next !== undefined && askedAt > next) worst[target] = Math.max(worst[target] ?? 0, askedAt - next);
  }

  async function readOn(target: string, base: string) {
    for (let i = 0; !isOver; i++) {
      await read(target, base + [...paths, ...apiPaths][i % (paths.length + apiPaths.length)]);
      await delay(PAUSE_MS);
    }
  }

  await delay(1500);
  const readers = Object.entries(targets).flatMap(([target, base]) =>
    Array.from({ length: READERS_PER_TARGET }, () => readOn(target, base)),
  );
  for (let version = 1; version <= CHANGES; version++) {
    const node = nodes[version % nodes.length]?.url ?? balancer;
    const changed = { ...form, title: `Version ${version}`, version };
    await requireSuccess(owner.send(`${node}/api/user/ads/${id}`, 'PUT', changed));
    acknowledged[version] = performance.now();
    // Also changes that follow each other at once.
    await delay(version % 4 === 0 ? 2500 : 150);
  }
  await delay(2000);
  isOver = true;
  await Promise.all(readers);
  for (const [target, base] of Object.entries(targets)) for (const path of paths) await read(target, base + path);

  const rounded = Object.fromEntries(Object.keys(targets).map((target) => [target, Math.round(worst[target] ?? 0)]));
  const result = { changes: CHANGES, reads, hitsOfVarnish: hits, staleMs: rounded };
  if (Object.values(worst).some((ms) => ms > MAX_AGE_MS)) throw new Error(`Stale: ${JSON.stringify(result)}`);
  if (hits === 0) throw new Error('Varnish kept nothing');
  return result;
}
