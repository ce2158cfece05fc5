import type { EntryServer, WebBuild } from '#server/page-cache/web-build.ts';

/** What stands for the pages where none is looked at: it has these parts, and says of every page that it is not there. */
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
