import { againstBare, bareTwin } from './bare.ts';
import { compare, run, type Say } from './load.ts';

/** A list of listings as JSON, from memory and from the database. */
export async function lists(say: Say) {
  const memory = await run({ kind: 'site', pageCache: true, apiCache: true });
  const database = await run({ kind: 'site', pageCache: false, apiCache: false });
  const bare = await bareTwin(`${memory.url}/api/ads/recent`, {});
  const [least, kept, queried] = await compare([
    { side: bare, path: '/' },
    { side: memory, path: '/api/ads/recent' },
    { side: database, path: '/api/ads/recent' },
  ]);
  say(againstBare('JSON list, renewed by surrogate key', kept, least, 'at least 0.3 of bare node:http'));
  say(againstBare('JSON list, each time from PostgreSQL', queried, least, 'no bar: PostgreSQL shares the two cores'));
  await Promise.all([memory, database, bare].map((side) => side.stop()));
}
