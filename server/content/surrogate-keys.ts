import type { Language } from '#contract/i18n/languages.ts';
import { findKind, splitTextKey, toTextKey } from './text-keys.ts';

const PREFIX = 'text:';

/** Whether a surrogate key is that of texts. */
export const isTextSurrogateKey = (key: string) => key.startsWith(PREFIX);

/** The surrogate key of the posts, and of the help, in a language. */
export const toBlogSurrogateKey = (language: Language) => PREFIX + toTextKey('blog', language);
export const toHelpSurrogateKey = (language: Language) => PREFIX + toTextKey('help', language);

/** The surrogate keys of what shows a text: of a post also those of the list of posts. */
export function toSurrogateKeys(key: string): string[] {
  const kind = findKind(key);
  const { language } = splitTextKey(key);
  if (kind === 'post') return [PREFIX + key, toBlogSurrogateKey(language)];
  return [kind === 'help' || kind === 'words' ? toHelpSurrogateKey(language) : PREFIX + key];
}
