/**
 * A decorative icon in the colour of the text, 1em wide by default.
 * @param name a Lucide icon of the sheet (`web/art/icon-sheet.ts`)
 */
export function Icon({ name, className = 'size-[1em]' }: { name: string; className?: string }) {
  // The icons and their stroke attributes are in one cached sheet instead of in every page.
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
