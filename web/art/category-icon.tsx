/**
 * A category's icon, one em wide unless its classes say otherwise, in the text's colour. Decorative: the name stands
 * beside it.
 * @param name a Lucide icon that `data/categories.csv` names, or `folder`
 */
export function CategoryIcon({ name, className = 'size-[1em]' }: { name: string; className?: string }) {
  // One sheet holds all the icons, so that a page carries none of them in its scripts.
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <use href={`/category-icons.svg#${name}`} />
    </svg>
  );
}
