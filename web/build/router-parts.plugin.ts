import type { Plugin } from 'vite';

/**
 * Takes away from React Router what no page uses but its one big function, or a name for debugging, would keep in every
 * page: 12.7 kB gzipped. A loader of ours starts to read and gives nothing, so that nobody is redirected; the router
 * submits and fetches nothing; no route has middleware, blocks leaving or is found out late; routes never change. The
 * build fails where a new version has no such function any more.
 */
export function routerParts(): Plugin {
  return {
    name: 'router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler(code, id) {
        let used = code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replace(/ = (React\$1\.forwardRef\()/g, ' = /* @__PURE__ */ $1');
        for (const name of UNUSED[id.replace(/.*\/lib\//, '')] ?? []) {
          const emptied = used.replace(
            functionOf(name),
            (_, indent, head, body) => `${indent}${head}${lines(body)}${indent}}`,
          );
          if (emptied === used) this.error(`There is no function ${name} in ${id}`);
          used = emptied;
        }
        // Every line stays where it was.
        return { code: used, map: null };
      },
    },
  };
}

/** What becomes a function that does nothing, in each file. */
const UNUSED: Record<string, string[]> = {
  'router/router.js': [
    // Submitting, and what it answered.
    'isMutationMethod',
    'isSubmissionNavigation',
    'getSubmissionFromNavigation',
    'getActionDataForCommit',
    'getUpdatedActionData',
    // Fetchers.
    'fetch',
    'getFetcher',
    'resetFetcher',
    'deleteFetcher',
    'abortFetcher',
    'queueFetcherForDeletion',
    'getUpdatedRevalidatingFetchers',
    'markFetchRedirectsDone',
    'abortStaleFetchLoads',
    // Redirects, and other answers than data.
    'startRedirectNavigation',
    'findRedirect',
    'isRedirectResult',
    'isRedirectDataStrategyResult',
    'parseResponseBody',
    // Blockers.
    'getBlocker',
    'deleteBlocker',
    'updateBlocker',
    'shouldBlockNavigation',
    // Routes that change or are found out late, and what of them is loaded apart.
    'discoverRoutes',
    'cancelDiscoveryNavigation',
    'patchRoutes',
    '_internalSetRoutes',
    'loadLazyRouteProperty',
    'runClientMiddlewarePipeline',
    // Loading again what is shown; closing the router.
    'revalidate',
    'dispose',
  ],
  'router/instrumentation.js': [
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'consumeInstrumentationClientResultMetaReceiver',
  ],
  'router/utils.js': ['explodeOptionalSegments'],
  'hooks.js': ['RSCErrorHandler', 'DefaultErrorComponent', 'useNavigateUnstable', 'getDataRouterConsoleError'],
  'components.js': ['getOptimisticRouterState'],
  'dom/lib.js': ['parseHydrationData'],
};

/** A function's lines, by their indentation: before its body's, and those. */
const functionOf = (name: string) =>
  new RegExp(`^(\\t*)((?:async )?(?:function ${name}\\(|const ${name} = \\().*\\{)$([^]*?)^\\1\\}`, 'm');

const lines = (text: string) => text.replace(/[^\n]/g, '');
