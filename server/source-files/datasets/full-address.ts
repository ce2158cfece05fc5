/** The parts of an address in one text: '320 E 4th St, Santa Ana, CA 92701'. */
export function splitFullAddress(text: string): Record<'address' | 'city' | 'state' | 'zip', string> {
  const parts = text.replace(/,?\s*(?:USA?|U\.S\.A?\.?|United States(?: of America)?)\s*$/i, '').split(/\s*,\s*/);
  const last = parts.at(-1) ?? '';
  const [, state = '', zip = ''] = /^((?:[A-Z]{2}|Calif(?:ornia)?)\b\.?)?\s*(\d{5}(?:-\d{4})?)?$/i.exec(last) ?? [];
  if (!state && !zip) return { address: text, city: '', state: '', zip: '' };
  const [address = '', ...more] = parts.slice(0, -1);
  const city = more.pop() ?? '';
  return { address: [address, ...more].join(', '), city, state, zip };
}
