import type { Api } from '#server/platform/http/api.ts';

/** Every route of the app, with HEAD: 'GET /api/user'. Parsed from the tree that Fastify prints. */
export function listRoutes(api: Pick<Api, 'printRoutes'>): string[] {
  const path: string[] = [];
  // With common prefixes, because otherwise `/share/*` is printed as `*`.
  const tree = api.printRoutes().replace('(empty root node)', '');
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!match) return [];
    const [, indent = '', segment = '', methods = ''] = match;
    path.splice(indent.length / 4, path.length, segment);
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path.join('')}`);
  });
}
