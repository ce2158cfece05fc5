/** The slug of a name: 'La Cañada Flintridge' becomes 'la-canada-flintridge'. */
export function slugify(name: string) {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A name without case, accents, spaces and punctuation, for comparison. */
export const toNameKey = (name: string) => slugify(name).replaceAll('-', '');
