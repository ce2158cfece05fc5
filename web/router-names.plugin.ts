import type { Plugin } from 'vite';

/**
 * Takes away the names that React Router gives its components for debugging. Giving a name counts as a use, so that its
 * links, its forms and what they need of its framework would be in every page: 4 kB gzipped, of which no page uses any.
 */
export function routerNames(): Plugin {
  return {
    name: 'router-names',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replace(/ = (React\$1\.forwardRef\()/g, ' = /* @__PURE__ */ $1'),
        // Every line stays where it was.
        map: null,
      }),
    },
  };
}
