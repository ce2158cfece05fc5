/** A name as it stands in a URL: 'La Cañada Flintridge' becomes 'la-canada-flintridge'. */
export function slugify(name: string) {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A name without what spellings differ in: case, accents, blanks and punctuation. */
export const toNameKey = (name: string) => slugify(name).replaceAll('-', '');
