import { parse } from 'csv-parse/sync';
import icons from 'lucide-react/dynamicIconImports.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The path of the sheet. */
export const ICONS_PATH = '/icons.svg';

/** The icons that pages use; 'folder' is for categories without an icon. */
const PAGE_ICONS = [
  'activity',
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
  'columns-2',
  'copy',
  'corner-up-right',
  'download',
  'ellipsis',
  'eye',
  'eye-off',
  'file-text',
  'flag',
  'folder',
  'gift',
  'globe',
  'history',
  'inbox',
  'image-up',
  'info',
  'key-round',
  'landmark',
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
  'pen-line',
  'phone',
  'plus',
  'printer',
  'receipt-text',
  'rotate-cw',
  'search',
  'settings',
  'share-2',
  'shield-check',
  'siren',
  'sliders-horizontal',
  'smartphone',
  'star',
  'store',
  'ticket-percent',
  'trash-2',
  'triangle-alert',
  'undo-2',
  'unlink',
  'upload',
  'users',
  'x',
];

/** Brands, which Lucide does not have. Their symbols are named `brand-facebook` … */
const BRAND_PATHS = {
  facebook: 'M15 3h3V0h-3c-2.8 0-5 2.2-5 5v3H7v4h3v12h4V12h3.2l.8-4h-4V5c0-.6.4-2 1-2z',
  twitter: 'M1 2h7l5 7 6-7h3l-7.6 8.8L23 22h-7l-5.4-7.500L4 22H1l8.2-9.400L1 2zm4.2 2L17 20h1.900L7.1 4H5.200z',
  instagram:
    'M7 1h10a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6V7a6 6 0 0 1 6-6zm0 2a4 4 0 0 0-4 4v10a4 4 0 0 0 4 4h10a4 4 0 0 0 4-4V7a4 4 0 0 0-4-4H7zm5 3.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm0 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM18 4.700a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600z',
  linkedin:
    'M4 1.500a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM2 9h4v13H2V9zm7 0h3.800v1.800C13.5 9.6 14.9 8.7 17 8.700c3.9 0 5 2.5 5 6.100V22h-4v-6.400c0-1.8-.4-3.4-2.4-3.4-2 0-2.6 1.5-2.6 3.300V22H9V9z',
};

/**
 * An SVG document with a symbol for each icon of the categories and of the pages, and for each brand.
 * @param csv `data/categories.csv`
 * @throws if Lucide has no icon of that name
 */
export async function iconSheet(csv: string): Promise<string> {
  const rows: { icon: string }[] = parse(csv, { columns: true, bom: true });
  const names = [...new Set([...PAGE_ICONS, ...rows.map(({ icon }) => icon)])].filter(Boolean).sort();
  const symbols = await Promise.all(names.map(symbol));
  const brands = Object.entries(BRAND_PATHS).map(
    ([name, path]) => `<symbol id="brand-${name}" viewBox="0 0 24 24" fill="currentColor"><path d="${path}"/></symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}${brands.join('')}</svg>`;
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
