import { isCounty } from './counties.ts';
import { MARK } from './mark.tsx';
import { drawings } from './scene-drawings.ts';
import { renderScene } from './scenes.ts';
import { getVariant } from './variants.ts';

/** The position of text of a given size in the picture of 1200×630 pixels: on a card at the bottom, beside the mark. */
export function getTextPosition(text: { width: number; height: number }) {
  const cardHeight = Math.max(text.height, MARK_SIZE) + 2 * PADDING;
  const top = 630 - MARGIN - cardHeight;
  return {
    left: MARGIN + PADDING + MARK_SIZE + GAP,
    top: Math.round(top + (cardHeight - text.height) / 2),
    mark: { left: MARGIN + PADDING, top: Math.round(top + (cardHeight - MARK_SIZE) / 2), size: MARK_SIZE },
    card: { top, height: cardHeight, width: 2 * PADDING + MARK_SIZE + GAP + text.width },
  };
}

const MARGIN = 56;
const PADDING = 40;
const MARK_SIZE = 96;
const GAP = 32;

/** The maximum width of the text, in pixels. */
export const TEXT_WIDTH = 1200 - 2 * (MARGIN + PADDING) - MARK_SIZE - GAP;

/**
 * The background of a share image, 1200×630, as SVG: a scene, and the card with the mark. Without `scene` a photo is put below
 * it, without `mark` a logo is put in its place.
 * @param county its slug; anything else, or nothing, shows Southern California
 * @param seed determines the variant of the scene
 */
export function renderShareImage(
  county: string | null,
  seed: number,
  { card, mark }: Pick<ReturnType<typeof getTextPosition>, 'card' | 'mark'>,
  parts = { scene: true, mark: true },
): string {
  const place = county && isCounty(county) ? county : 'southern-california';
  const transform = `translate(${mark.left} ${mark.top}) scale(${mark.size / 32})`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="none">',
    // 640×400 scaled to a width of 1200 is 750 high.
    parts.scene
      ? `<g transform="translate(0 -60) scale(1.875)">${renderScene(drawings[place], getVariant(seed))}</g>`
      : '',
    `<rect x="${MARGIN}" y="${card.top}" width="${card.width}" height="${card.height}" rx="24" fill="#fbf7ef"/>`,
    parts.mark
      ? `<g transform="${transform}"><path fill="#dd5413" d="${MARK.sun}"/>` +
        `<path stroke="#0a5c73" stroke-width="3.2" stroke-linecap="round" d="${MARK.waves}"/></g>`
      : '',
    '</svg>',
  ].join('');
}
