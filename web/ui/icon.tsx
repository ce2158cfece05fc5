/**
 * An icon, one em wide unless its classes say otherwise, in the text's colour. Decorative: words stand beside it.
 * @param name a Lucide icon that is in the sheet (`web/art/icon-sheet.ts`): the categories' and those that pages use
 */
export function Icon({ name, className = 'size-[1em]' }: { name: string; className?: string }) {
  // One sheet holds all the icons and how they are drawn, so that a page carries neither, however many it shows.
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
