/** Properties of a page that are known before its module is loaded. */
export interface PageHandle {
  /** The module's path from the project's root, as the build's manifest names it; only on the server. */
  file: string;
  /** The query parameters that the page reads. All others are ignored by the page cache. */
  queryParams: string[];
  /** Whether the page is about a place, which analytics then counts as the origin of a visit to a listing. */
  isPlace?: true;
  /** Whether other sites show it in a frame: a document of its own without scripts. */
  isFramed?: true;
  /** The HTTP status of the not-found page. */
  status?: 404;
}
