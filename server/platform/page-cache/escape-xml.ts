/** Escapes text for an element or attribute of XML 1.0, without the characters that XML does not allow. */
export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(INVALID_XML_CHARACTERS, '')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
