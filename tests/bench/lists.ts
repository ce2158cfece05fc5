import { formatComparison, startBareServer } from './bare-server.ts';
import { compare, type Print, startServer } from './load.ts';

/** A list of listings as JSON, from memory and from the database. */
export async function benchLists(say: Print) {
  const memory = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  const database = await startServer({ kind: 'site', pageCache: false, apiCache: false });
  const bare = await startBareServer(memory.url, ['/api/ads/recent'], {});
  const [baseline, cached, queried] = await compare([
    { side: bare, path: '/api/ads/recent' },
    { side: memory, path: '/api/ads/recent' },
    { side: database, path: '/api/ads/recent' },
  ]);
  say(formatComparison('JSON list, renewed by surrogate key', cached, baseline, 'at least 0.3 of bare node:http'));
  say(
    formatComparison(
      'JSON list, each time from PostgreSQL',
      queried,
      baseline,
      'no bar: PostgreSQL shares the two cores',
    ),
  );
  await Promise.all([memory, database, bare].map((side) => side.stop()));
}
