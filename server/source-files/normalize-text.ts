/** Normalized to NFC, without invisible characters, with single spaces between words and none around them. */
export function normalizeText(text: string): string {
  // Most fields are plain already, and the expressions below take longer than everything else.
  if (PLAIN_TEXT.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const PLAIN_TEXT = /^(?:[!-~]+(?: [!-~]+)*)?$/;
