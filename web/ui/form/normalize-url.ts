/** An address of the web as it was meant: 'example.com' is 'https://example.com'. What is none stays as it was typed. */
export function normalizeUrl(typed: string): string {
  const text = typed.trim();
  // What has a scheme, or a word before a colon that is no port; and addresses of mail.
  if (/^[a-z][a-z\d+.-]*:(?!\d)|[\s@\\]/i.test(text)) return text;
  const address = `https://${text.replace(/^\/+/, '')}`;
  return /^[^.]+(\.[^.]+)+$/.test(URL.parse(address)?.hostname ?? '') ? address : text;
}
