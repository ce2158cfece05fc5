import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { startBareServer } from './bare-server.ts';
import { formatShare, GENERATOR } from './generator.ts';
import { compare, type LoadResult, load, type Print, startServer } from './load.ts';
import { listPublicPages } from './public-pages.ts';
import { createRenderer } from './render-alone.ts';

// So long that V8 has compiled what renders a page: the first 1.5 s of CPU time of a process are at a quarter of the speed.
const WARM_UP_SECONDS = 5;
const RENDERINGS = 300;
const MIN_RATIO = 0.85;
const headers = { 'accept-encoding': 'gzip' };

/**
 * Pages as visitors ask for them, in gzip: from the cache beside a bare server with the same bytes, and rendered beside React's
 * `renderToString` of the same tree. References of the same run only: rates of another machine or day say nothing.
 */
export async function benchVisitorPages(
  db: Kysely<DB>,
  say: Print,
  length: { rounds?: number; seconds?: number } = {},
) {
  const pages = await listPublicPages(db);
  const caching = await startServer({ kind: 'site', pageCache: true, apiCache: true });
  const rendering = await startServer({ kind: 'site', pageCache: false, apiCache: true });
  say(`\npages as visitors ask, one process, load by ${GENERATOR} (bar: cached ${MIN_RATIO} of bare node:http)`);
  say(
    '  page        bare/s  cached/s  not 2xx  ratio  rendered/s  not 2xx  p50 ms  p99 ms  µs CPU  React alone  times',
  );
  for (const [page, paths] of Object.entries(pages)) {
    const [path] = paths as [string];
    const bare = await startBareServer(caching.url, paths, headers);
    await load(caching, paths, { headers, seconds: 1 });
    await load(rendering, paths, { headers, seconds: WARM_UP_SECONDS });
    const sides = [
      { side: bare, path: paths, headers },
      { side: caching, path: paths, headers },
      { side: rendering, path: paths, headers },
    ];
    const [baseline, cached, rendered] = (await compare(sides, length)) as [LoadResult, LoadResult, LoadResult];
    const renderAlone = await createRenderer(caching, path);
    renderAlone(RENDERINGS);
    say(`  ${page.padEnd(9)} ${format({ baseline, cached, rendered, aloneMicros: renderAlone(RENDERINGS) })}`);
    await bare.stop();
  }
  await Promise.all([caching.stop(), rendering.stop()]);
}

interface Row {
  baseline: LoadResult;
  cached: LoadResult;
  rendered: LoadResult;
  /** The CPU time of React for the tree. */
  aloneMicros: number;
}

function format({ baseline, cached, rendered, aloneMicros }: Row): string {
  const ratio = cached.perSecond / baseline.perSecond;
  const cells = [
    baseline.perSecond.toFixed(0),
    cached.perSecond.toFixed(0),
    formatShare(cached.otherShare),
    ratio.toFixed(2),
    rendered.perSecond.toFixed(0),
    formatShare(rendered.otherShare),
    rendered.p50.toFixed(1),
    rendered.p99.toFixed(1),
    rendered.cpuMicros.toFixed(0),
    aloneMicros.toFixed(0),
    (rendered.cpuMicros / aloneMicros).toFixed(1),
  ].map((cell, index) => cell.padStart([8, 8, 7, 5, 10, 7, 6, 6, 6, 11, 5][index] as number));
  return ratio < MIN_RATIO ? `${cells.join('  ')}  missed` : cells.join('  ');
}
