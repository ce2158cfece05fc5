import type { EntryServer, WebBuild } from '#server/platform/page-cache/web-build.ts';

/** A stub of the built pages, with these parts of the entry server. By default every page is a 404 page. */
export function createWebBuildStub(parts: Partial<EntryServer>): WebBuild {
  const entry = {
    getQueryParams: () => [],
    render: async () => ({ status: 404, html: '<h1>404 Page Not Found</h1>' }),
    ...parts,
  };
  return {
    entry: async () => entry as unknown as EntryServer,
    publicFolder: null,
    getAssets: () => ({ scripts: [], styles: [], fonts: [], preloads: [] }),
  };
}
