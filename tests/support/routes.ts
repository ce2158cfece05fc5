import type { Api } from '#server/http/api.ts';

/** Every route of the app, with HEAD: 'GET /api/user'. Parsed from the tree that Fastify prints. */
export function listRoutes(api: Pick<Api, 'printRoutes'>): string[] {
  const path: string[] = [];
  const tree = api.printRoutes({ commonPrefix: false });
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (segment === '') return [];
    path.splice(indent.length / 4, path.length, segment);
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path.join('')}`);
  });
}
