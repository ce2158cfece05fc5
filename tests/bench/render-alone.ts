import { resolve } from 'node:path';
import { loadBuild, type ReadApi } from '#server/platform/page-cache/web-build.ts';
import type { RunningServer } from './load.ts';

/** Creates a function that measures the CPU time of React's `renderToString` for the tree of a page, in microseconds. */
export async function createRenderer(site: RunningServer, path: string): Promise<(times: number) => number> {
  const build = await loadBuild(resolve(import.meta.dirname, '../../dist'));
  const entry = (await build.entry()) as unknown as {
    toPage: (body: unknown, link: string | null) => unknown;
    prepare(url: string, page: { site: object; read: ReadApi }): Promise<{ tree: never }>;
  };
  const { renderToString } = await import('react-dom/server');
  const read: ReadApi = async (apiPath) => {
    const response = await fetch(site.url + apiPath);
    return entry.toPage(await response.json(), response.headers.get('link'));
  };
  const { tree } = await entry.prepare(path, {
    site: {
      name: 'Bench',
      origin: 'http://localhost',
      operator: '',
      postalAddress: '',
      supportEmail: '',
      profiles: {},
      measurementId: null,
      adsClientId: null,
      mapTiles: '/map-tiles/1.pmtiles',
      signUps: 'open' as const,
      newListings: 'live' as const,
      payments: 'simulated' as const,
    },
    read,
  });
  return (times) => {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) renderToString(tree);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  };
}
