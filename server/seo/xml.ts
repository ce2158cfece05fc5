/** Words as they stand in XML 1.0, in an element or an attribute; what XML cannot hold at all is left out. */
export const inXml = (words: string) =>
  words
    .toWellFormed()
    .replace(UNSPEAKABLE, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
