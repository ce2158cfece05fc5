import type { Plugin } from 'vite';

/**
 * Vite plugin that lets the build leave out the components of React Router that no page uses. The names for React's developer tools
 * are assignments, which keep them.
 */
export function unusedComponents(): Plugin {
  return {
    name: 'unused-components',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "[\w. ]+";$/gm, '')
          .replace(/^(const \w+ = )(React\$?\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  };
}
