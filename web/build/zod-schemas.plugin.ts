import type { Plugin } from 'vite';

/**
 * Takes away from zod's schemas what describes them as JSON Schema. Each refers to it, so that it would be in every page
 * with a form: 5 kB gzipped, which the server's documentation of the API needs, and no page.
 */
export function zodSchemas(): Plugin {
  return {
    name: 'zod-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({
        code: code
          .replace(/inst\._zod\.processJSONSchema = \(ctx, json, params\) => .*$/gm, '')
          .replace(/create(Standard|To)JSONSchemaMethod\(this, [^)]*\)/g, 'undefined'),
        // Every line stays where it was.
        map: null,
      }),
    },
  };
}
