import type { TextKind } from '#contract/admin/text-fields.ts';
import type { TextVersion } from '#contract/admin/texts.ts';
import { DEFAULT_LANGUAGE, type Language, splitLocalPath, toLocalPath } from '#contract/i18n/languages.ts';

const POLICIES = ['privacy-policy', 'terms-of-service'] as const;

/** The policies, by the names of their texts, which are the paths of their pages too. */
export const POLICY_NAMES: readonly (typeof POLICIES)[number][] = POLICIES;

const SINGLE: Record<string, TextKind> = {
  home: 'home',
  'help-words': 'words',
  'contact-faq': 'faq',
  ...Object.fromEntries(POLICIES.map((key) => [key, 'policy'])),
};

/**
 * The key of a text, which has its language in front of its name, as addresses do: `blog/a-post` is `es/blog/a-post` in Spanish. The
 * translations of a text have the same name.
 */
export const toTextKey = (name: string, language: Language) => toLocalPath(`/${name}`, language).slice(1);

/** The name of a text, and its language. */
export function splitTextKey(key: string): { name: string; language: Language } {
  const { language, path } = splitLocalPath(`/${key}`);
  return { name: path.slice(1), language };
}

/** The kind of a version as the database has it: of a text in another language than English one that former releases leave alone. */
export type StoredKind = TextVersion['kind'] | 'translated';
export const toStoredKind = (kind: TextVersion['kind'], key: string): StoredKind =>
  kind === 'edited' && splitTextKey(key).language !== DEFAULT_LANGUAGE ? 'translated' : kind;
export const fromStoredKind = (kind: StoredKind): TextVersion['kind'] => (kind === 'translated' ? 'edited' : kind);

/** In which languages pages of a language show texts: what is not translated is in English. */
export const withFallback = (language: Language): readonly Language[] =>
  language === DEFAULT_LANGUAGE ? [language] : [language, DEFAULT_LANGUAGE];

/** What the text of a key is for; undefined for a key that no text can have. */
export function findKind(key: string): TextKind | undefined {
  const { name } = splitTextKey(key);
  const [folder, rest] = name.split('/');
  if (rest === undefined) return Object.hasOwn(SINGLE, name) ? SINGLE[name] : undefined;
  return { blog: 'post' as const, help: 'help' as const, emails: 'email' as const }[folder as string];
}

/** The name of a text with sentences of emails. */
export const toEmailName = (name: string) => `emails/${name}`;

/** The name of a post. */
export const toPostName = (slug: string) => `blog/${slug}`;

/** What a text is called in its folder: of a post its address, of a section of the help its anchor. */
export function toSlug(key: string): string {
  const { name } = splitTextKey(key);
  return name.slice(name.indexOf('/') + 1);
}

/** The path of the page that shows a text. */
export function toPath(key: string): string {
  const { name, language } = splitTextKey(key);
  return toLocalPath(toEnglishPath(name), language);
}

function toEnglishPath(name: string): string {
  const kind = findKind(name);
  if (kind === 'home') return '/';
  if (kind === 'faq') return '/contact';
  if (kind === 'words') return '/help';
  if (kind === 'email') return '/admin?tab=emails';
  return kind === 'help' ? `/help#${toSlug(name)}` : `/${name}`;
}
