import type { TextKind } from '#contract/admin/texts.ts';

const POLICIES = ['privacy-policy', 'terms-of-service'] as const;

/** The policies, by the keys of their texts, which are the paths of their pages too. */
export type PolicyKey = (typeof POLICIES)[number];
export const POLICY_KEYS: readonly PolicyKey[] = POLICIES;

const SINGLE: Record<string, TextKind> = {
  home: 'home',
  'help-words': 'words',
  'contact-faq': 'faq',
  ...Object.fromEntries(POLICIES.map((key) => [key, 'policy'])),
};

/** What the text of a key is for; undefined for a key that no text can have. */
export function findKind(key: string): TextKind | undefined {
  const [folder, name] = key.split('/');
  if (name === undefined) return Object.hasOwn(SINGLE, key) ? SINGLE[key] : undefined;
  return { blog: 'post' as const, help: 'help' as const }[folder as string];
}

/** The key of a post. */
export const toPostKey = (slug: string) => `blog/${slug}`;

/** The part of a post's key that is its address. */
export const toSlug = (key: string) => key.slice(key.indexOf('/') + 1);

/** The path of the page that shows a text. */
export function toPath(key: string): string {
  const kind = findKind(key);
  if (kind === 'home') return '/';
  if (kind === 'faq') return '/contact';
  if (kind === 'words') return '/help';
  return kind === 'help' ? `/help#${toSlug(key)}` : `/${key}`;
}

const PREFIX = 'text:';

/** Whether a surrogate key is that of texts. */
export const isTextSurrogateKey = (key: string) => key.startsWith(PREFIX);

export const BLOG_SURROGATE_KEY = `${PREFIX}blog`;
export const HELP_SURROGATE_KEY = `${PREFIX}help`;

/** The surrogate keys of what shows a text: of a post also those of the list of posts. */
export function toSurrogateKeys(key: string): string[] {
  const kind = findKind(key);
  if (kind === 'post') return [PREFIX + key, BLOG_SURROGATE_KEY];
  return [kind === 'help' || kind === 'words' ? HELP_SURROGATE_KEY : PREFIX + key];
}
