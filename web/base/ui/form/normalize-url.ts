/** Completes a URL without a scheme: 'example.com' becomes 'https://example.com'. Other text is only trimmed. */
export function normalizeUrl(typed: string): string {
  const text = typed.trim();
  // Has a scheme, or a colon without a port after it; or is an email address.
  if (/^[a-z][a-z\d+.-]*:(?!\d)|[\s@\\]/i.test(text)) return text;
  const url = `https://${text.replace(/^\/+/, '')}`;
  return /^[^.]+(\.[^.]+)+$/.test(URL.parse(url)?.hostname ?? '') ? url : text;
}
