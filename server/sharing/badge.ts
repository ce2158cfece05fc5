import type { OpeningState } from '#contract/hours/opening-hours.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { BADGE_SIZE } from '#contract/ownership/sharing/embed.ts';
import { escapeXml } from '#server/platform/page-cache/escape-xml.ts';

// The colors of the pages (web/site/styles.css), each pair of which has a contrast of 4.5 or more.
const COLORS = {
  light: { ground: '#ffffff', ink: '#14232b', muted: '#52636b', line: '#d0d3d5', star: '#b8400a', open: '#3e6b4f' },
  dark: { ground: '#16262e', ink: '#e8eef0', muted: '#9db0b8', line: '#3a4951', star: '#ff9a52', open: '#8fc3a0' },
};
const STAR = 'M12 3l2.8 5.7 6.2.9-4.5 4.4 1.1 6.2L12 17.3l-5.6 2.9 1.1-6.2L3 9.6l6.2-.9z';
const MAX_NAME_LENGTH = 28;
const FONT = 'font-family="Figtree,system-ui,Arial,sans-serif"';

/**
 * The badge of a listing as SVG: the business's name, its stars if it has any, and that it is open if it surely is. The text has system fonts,
 * because a picture loads no others.
 */
export function drawBadge({
  listing: { businessName, rating },
  opening,
  siteName,
  theme,
}: {
  listing: Pick<ListingPage, 'businessName' | 'rating'>;
  opening: OpeningState | null;
  siteName: string;
  theme: keyof typeof COLORS;
}): string {
  const { width, height } = BADGE_SIZE;
  const colors = COLORS[theme];
  const isOpen = opening?.isOpen === true && !opening.isHoliday;
  const label = [
    t('{title} on {site}', { title: businessName, site: siteName }),
    ...(rating ? [t('{stars} of 5 stars', { stars: rating.average })] : []),
    ...(isOpen ? [t('Open now')] : []),
  ].join(' · ');
  const text = (words: string, x: number, y: number, fill: string, attributes: string) =>
    `<text x="${x}" y="${y}" fill="${fill}" ${FONT} ${attributes}>${escapeXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${colors.ground}" stroke="${colors.line}"/>`,
    text(truncate(businessName), 12, 24, colors.ink, `font-size="15" font-weight="600"${toTextLength(businessName)}`),
    ...(rating
      ? [drawStars(rating.average, colors.star), text(toRatingText(rating), 102, 44, colors.muted, 'font-size="13"')]
      : []),
    text(t('on {site}', { site: siteName }), 12, rating ? 63 : 44, colors.muted, 'font-size="12"'),
    ...(isOpen
      ? [
          text(
            t('Open now'),
            width - 12,
            rating ? 63 : 44,
            colors.open,
            'font-size="13" font-weight="600" text-anchor="end"',
          ),
        ]
      : []),
    '</svg>',
  ].join('');
}

const toRatingText = ({ average, count }: NonNullable<ListingPage['rating']>) => `${average.toFixed(1)} (${count})`;

const drawStars = (average: number, color: string) =>
  [0, 1, 2, 3, 4]
    .map(
      (position) =>
        `<path d="${STAR}" transform="translate(${11 + position * 17.5} 31.5) scale(.7)" fill="${position < Math.round(average) ? color : 'none'}" stroke="${color}" stroke-width="2"/>`,
    )
    .join('');

const truncate = (name: string) => {
  const characters = [...name];
  return characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name;
};

// Wide letters would stand out of the badge.
const toTextLength = (name: string) =>
  truncate(name).length > MAX_NAME_LENGTH * 0.75
    ? ` textLength="${BADGE_SIZE.width - 24}" lengthAdjust="spacingAndGlyphs"`
    : '';
