const MAX_LINE_OCTETS = 75;

/**
 * The lines of a vCard or calendar as RFC 6350, 3.2, and RFC 5545, 3.1, want them: folded after 75 octets, never within a
 * character, and ended by CR LF.
 */
export const toContentLines = (lines: string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('');

function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** A text as the value of a property. Control characters, such as the end of a line, cannot begin another property. */
export const escapeValue = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');
