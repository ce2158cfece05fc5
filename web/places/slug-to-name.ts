/** What a slug most likely stands for, to head a page until its name has been read: 'orange-county' → 'Orange County'. */
export function slugToName(slug: string): string {
  return slug.replaceAll('-', ' ').replace(/(?<!\S)\S/g, (letter) => letter.toUpperCase());
}
