import { hasVisible, toVisible } from '#contract/values/visible-characters.ts';

/** As `toVisible`, with single spaces between words and none around them; '' where nothing can be seen. */
export function normalizeText(text: string): string {
  // Most fields are plain already, and the expressions below take longer than everything else.
  if (PLAIN_TEXT.test(text)) return text;
  const line = toVisible(text)
    .replace(/\p{Co}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return hasVisible(line, 1) ? line : '';
}

const PLAIN_TEXT = /^(?:[!-~]+(?: [!-~]+)*)?$/;
