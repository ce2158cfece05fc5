import { parse } from 'csv-parse/sync';
import icons from 'lucide-react/dynamicIconImports.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The path of the sheet. */
export const ICONS_PATH = '/icons.svg';

/** The icons that pages use; 'folder' is for categories without an icon. */
const PAGE_ICONS = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'badge-percent',
  'ban',
  'bell',
  'calendar-plus',
  'chart-no-axes-column',
  'check',
  'chevron-down',
  'chevrons-up-down',
  'circle-alert',
  'circle-check',
  'circle-pause',
  'circle-play',
  'circle-user-round',
  'circle-x',
  'clock',
  'copy',
  'download',
  'ellipsis',
  'eye',
  'eye-off',
  'flag',
  'folder',
  'globe',
  'image-up',
  'info',
  'laptop',
  'layout-dashboard',
  'layout-list',
  'link-2',
  'locate-fixed',
  'log-out',
  'mail',
  'mail-check',
  'mail-warning',
  'map',
  'map-pin',
  'megaphone',
  'menu',
  'message-square-text',
  'minus',
  'navigation',
  'pen-line',
  'phone',
  'plus',
  'printer',
  'receipt-text',
  'rotate-cw',
  'search',
  'share-2',
  'shield-check',
  'sliders-horizontal',
  'smartphone',
  'star',
  'store',
  'trash-2',
  'undo-2',
  'unlink',
  'x',
];

/**
 * An SVG document with a symbol for each icon of the categories and of the pages.
 * @param csv `data/categories.csv`
 * @throws if Lucide has no icon of that name
 */
export async function iconSheet(csv: string): Promise<string> {
  const rows: { icon: string }[] = parse(csv, { columns: true, bom: true });
  const names = [...new Set([...PAGE_ICONS, ...rows.map(({ icon }) => icon)])].filter(Boolean).sort();
  const symbols = await Promise.all(names.map(symbol));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

// Icons have the colour of the surrounding text, which `use` passes on.
const STROKE_ATTRIBUTES =
  'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

async function symbol(name: string): Promise<string> {
  if (!Object.hasOwn(icons, name)) {
    throw new Error(`data/categories.csv names the icon '${name}', which Lucide does not have.`);
  }
  const { default: Icon } = await icons[name as keyof typeof icons]();
  const shapes = renderToStaticMarkup(createElement(Icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
  return `<symbol id="${name}" viewBox="0 0 24 24" ${STROKE_ATTRIBUTES}>${shapes.replace(/><\/\w+>/g, '/>')}</symbol>`;
}
