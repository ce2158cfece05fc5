import { t } from '#contract/i18n/t.ts';
import type { CompiledText } from '#server/content/compile-text.ts';
import type { PageRenderer } from '#server/platform/page-cache/pages.ts';

/** Each is a page to render, unless it is cached. */
const MAX_CHECKED = 30;

/** What tells whether a path of this site is answered. */
export interface LinkDeps {
  /** Undefined where only the API answers (API tests): no link is dead then. */
  pages: PageRenderer | undefined;
  /** The status of a path that is no page, such as that of a feed. */
  getStatus: (path: string) => Promise<number>;
}

/**
 * Warns of links of a text to pages of this site that do not exist. A page that cannot be rendered now counts as one that does.
 * @param ownPath the page that shows the text, which may not exist yet
 */
export async function findDeadLinks(
  { pages, getStatus }: LinkDeps,
  text: CompiledText,
  ownPath: string,
): Promise<string[]> {
  if (!pages) return [];
  const paths = listPaths(text);
  const warnings = [];
  for (const path of paths.slice(0, MAX_CHECKED)) {
    const isDead = async () => (await pages(path, '')).status === 404 && (await getStatus(path)) === 404;
    if (path !== ownPath && (await isDead().catch(() => false)))
      warnings.push(t('A link leads to a page that doesn’t exist: {path}', { path }));
  }
  if (paths.length > MAX_CHECKED) warnings.push(t('Only the first {max} links are checked.', { max: MAX_CHECKED }));
  return warnings;
}

/** The paths of this site in the HTML of a text, wherever it has some, each once. */
const listPaths = (text: CompiledText): string[] => [
  ...new Set([...JSON.stringify(text).matchAll(/href=\\"(\/[^"#?\\]*)/g)].map(([, path = '']) => path)),
];
