/**
 * A category's icon, one em wide unless its classes say otherwise, in the text's colour. Decorative: the name stands
 * beside it.
 * @param name a Lucide icon that `data/categories.csv` names, or one of the others in the sheet (`category-icons.ts`)
 */
export function CategoryIcon({ name, className = 'size-[1em]' }: { name: string; className?: string }) {
  // One sheet holds all the icons and how they are drawn, so that a page carries neither, however many it shows.
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`/category-icons.svg#${name}`} />
    </svg>
  );
}
