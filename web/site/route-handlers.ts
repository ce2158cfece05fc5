import { createStaticHandler, type RouteObject, type StaticHandler } from 'react-router';
import { loadRouteModule } from '#web/base/api/loader.ts';
import { BASE_NAME, toRoutePath } from '#web/base/i18n/language.ts';
import { routes } from './routes.tsx';

// Loaded once at the start: a lazy route would be imported for every request, which takes longer than some pages take to render.
await Promise.all(routes.flatMap(({ children = [] }) => children).map(loadRouteModule));

// React Router matches, and for each page copies, every route of a handler. A path can match only routes with its first segment
// or a parameter in that place, so there is a handler for each first segment. With a single handler the home page took 10 % more
// CPU time (1973 µs instead of 1796) and the search page 17 % (1903 instead of 1623), medians of `tests/bench/server.ts`.
const ANY = '*';
const firstSegment = (path = ANY) => path.split(/[/?]/)[1]?.replace(/^:.*/, ANY).toLowerCase() ?? ANY;
const { dataRoutes } = createStaticHandler(routes);
const pageRoutes = dataRoutes.flatMap(({ children = [] }) => children);
const handlers = new Map(
  pageRoutes.map(({ path }) => firstSegment(path)).map((segment) => [segment, createHandler(segment)]),
);

function createHandler(segment: string): StaticHandler {
  const matches = ({ path }: RouteObject) => [segment, ANY].includes(firstSegment(path));
  return createStaticHandler(
    dataRoutes.map((root) => Object.assign({}, root, { children: root.children?.filter(matches) })),
    { basename: BASE_NAME },
  );
}

/** The handler of a URL. That of `ANY` has the routes that begin with a parameter, and the not-found page. */
export const getHandler = (url: string) =>
  (handlers.get(firstSegment(toRoutePath(url))) ?? handlers.get(ANY)) as StaticHandler;
