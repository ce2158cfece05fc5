import type { AdminCategory } from '#contract/admin/categories.ts';
import { normalizeText } from '#web/base/ui/form/match-options.ts';

/**
 * The categories that have all typed words in their names, addresses or words, each with the words that are the reason if its name is not. A
 * top category matches with its children.
 */
export function findMatches(categories: AdminCategory[], typed: string): Map<number, string[]> {
  const words = normalizeText(typed).split(' ').filter(Boolean);
  const matches = new Map<number, string[]>();
  for (const category of categories) {
    const { slug, formerSlugs, english, spanish, parentId } = category;
    const name = [category.name, ...Object.values(category.names)].join(' ');
    const found = [...english, ...spanish].filter((word) => words.some((part) => normalizeText(word).includes(part)));
    const all = normalizeText([name, slug, ...formerSlugs, ...english, ...spanish].join(' '));
    if (!words.every((word) => all.includes(word))) continue;
    const isNamed = words.every((word) => normalizeText(`${name} ${slug}`).includes(word));
    matches.set(category.id, isNamed ? [] : found);
    if (parentId !== null && !matches.has(parentId)) matches.set(parentId, []);
  }
  return matches;
}
