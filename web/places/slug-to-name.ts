/** Guesses a name from a slug, for use until the name is loaded: 'orange-county' → 'Orange County'. */
export function slugToName(slug: string): string {
  return slug.replaceAll('-', ' ').replace(/(?<!\S)\S/g, (letter) => letter.toUpperCase());
}
