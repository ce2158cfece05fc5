import { escapeHtml } from './html.ts';

const contents = new Map<string, { __html: string }>();

/** The content of the `<svg>` of an icon, the same object each time: React need not look at it. */
function getContent(name: string) {
  const known = contents.get(name);
  if (known) return known;
  const content = { __html: `<use href="/icons.svg#${escapeHtml(name)}"></use>` };
  contents.set(name, content);
  return content;
}

/**
 * A decorative icon in the colour of the text, 1em wide by default.
 * @param name a Lucide icon of the sheet (`web/base/art/icon-sheet.ts`)
 */
export function Icon({ name, className = 'size-[1em]' }: { name: string; className?: string }) {
  // The icons and their stroke attributes are in one cached sheet instead of in every page.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the name is escaped.
  return <svg aria-hidden="true" className={className} dangerouslySetInnerHTML={getContent(name)} />;
}

/** An icon as HTML. */
export const iconHtml = (name: string) => `<svg aria-hidden="true" class="size-[1em]">${getContent(name).__html}</svg>`;
