import { LANGUAGE } from '#web/base/i18n/language.ts';
import type { NoticeFormInput } from './notice-form.ts';

const MAX_LENGTH = 300;

/** What a link fills into a new notice: a text in the language of these pages, and where it leads; null without a text. */
export function readFilledNotice(search: URLSearchParams, language = LANGUAGE): Partial<NoticeFormInput> | null {
  const read = (name: string) => search.get(name)?.slice(0, MAX_LENGTH) ?? '';
  if (!read('text')) return null;
  const [text, linkLabel] = [read('text'), read('linkLabel')];
  return {
    link: read('link'),
    ...(language === 'es' ? { spanishText: text, spanishLinkLabel: linkLabel } : { text, linkLabel }),
  };
}
