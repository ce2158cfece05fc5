import { countyMap } from 'virtual:county-map';
import clsx from 'clsx';
import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { COUNTY_MAP_PATH } from './county-map-path.ts';

/**
 * A map of the eight counties, each of which links to its page.
 * @param counts numbers of listings by county slug, shown below the names and part of the labels of the links
 */
export function CountyMap({ counts, className }: { counts?: Partial<Record<string, number>>; className?: string }) {
  const { width, height } = countyMap;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no <fieldset>.
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={t('Map of the counties of Southern California')}
      className={clsx('county-map rounded-card', className)}
    >
      <use href={`${COUNTY_MAP_PATH}#ground`} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: text in an SVG is not focusable. */}
      <use href={`${COUNTY_MAP_PATH}#surroundings-${LANGUAGE}`} aria-hidden="true" className="surroundings" />
      {COUNTIES.map(({ slug, label, labelAt: [x, y] }) => (
        <a
          key={slug}
          href={`/county/${slug}`}
          // Begins with the visible label, which users of speech input say to follow the link (WCAG 2.5.3).
          aria-label={
            counts?.[slug] === undefined
              ? COUNTY_NAMES[slug]
              : t('{county} {count, plural, one {# listing} other {# listings}}', {
                  county: label,
                  count: counts[slug],
                })
          }
        >
          <use href={`${COUNTY_MAP_PATH}#${slug}`} />
          <text x={x} y={y}>
            {slug === 'los-angeles-county' ? <TwoLines x={x} words={label.split(' ')} /> : label}
          </text>{' '}
          {counts?.[slug] !== undefined && (
            <text x={x} y={y + (slug === 'los-angeles-county' ? 45 : 21)}>
              {formatNumber(counts[slug])}
            </text>
          )}
        </a>
      ))}
      <use href={`${COUNTY_MAP_PATH}#relief`} />
      <use href={`${COUNTY_MAP_PATH}#leader`} />
    </svg>
  );
}

/** The counties with their labels, of which one is written otherwise in Spanish. */
const COUNTIES = countyMap.counties.map((county) => ({
  ...county,
  label: county.slug === 'los-angeles-county' ? t('Los Angeles', null, 'county') : county.label,
}));

/** The label of the county that is narrower than its name. */
const TwoLines = ({ x, words: [first, second] }: { x: number; words: string[] }) => (
  <>
    {first}{' '}
    <tspan x={x} dy="24">
      {second}
    </tspan>
  </>
);
