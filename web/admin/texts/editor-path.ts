import type { AdminText } from '#contract/admin/texts.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, splitLocalPath, toLocalPath } from '#contract/i18n/languages.ts';

/** The address of the list of texts in a language. */
export const toListPath = (language: Language) => `/admin?${new URLSearchParams({ tab: 'texts', language })}`;

/** The address of the editor of a text. */
export const toEditorPath = (key: string) => `/admin?${new URLSearchParams({ tab: 'texts', text: key })}`;

/** The language of a text, which its key begins with. */
export const getTextLanguage = (key: string): Language => splitLocalPath(`/${key}`).language;

/** The keys of the same text in the other languages; a text that English does not have has none. */
export function listTranslations({
  key,
  original,
}: Pick<AdminText, 'key' | 'original'>): { key: string; language: Language }[] {
  const { language, path } = splitLocalPath(`/${key}`);
  if (language !== DEFAULT_LANGUAGE && !original) return [];
  return LANGUAGES.filter((other) => other !== language).map((other) => ({
    key: toLocalPath(path, other).slice(1),
    language: other,
  }));
}
