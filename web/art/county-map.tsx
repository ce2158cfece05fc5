import { countyMap } from 'virtual:county-map';
import clsx from 'clsx';
import type { CountySlug } from './counties.ts';

/** Each county's colour on the map: by day, by night, and when it is pointed at. */
const TINTS: Record<CountySlug, string> = {
  'los-angeles-county': 'light-dark(#f6c98a, #6d5433)',
  'orange-county': 'light-dark(#ee8b52, #9a5a34)',
  'san-diego-county': 'light-dark(#a9c89a, #3d5f4a)',
  'ventura-county': 'light-dark(#bcd3a2, #46634a)',
  'riverside-county': 'light-dark(#f3b87c, #75502f)',
  'san-bernardino-county': 'light-dark(#f5dcae, #5d5138)',
  'imperial-county': 'light-dark(#f7d38f, #6a5a33)',
  'kern-county': 'light-dark(#e9d08d, #57553a)',
};

/**
 * The eight counties as a picture in which each is a link to its page.
 * @param counts listings by county slug; where given, they stand under the names and are read out with them
 */
export function CountyMap({ counts, className }: { counts?: Partial<Record<string, number>>; className?: string }) {
  const { width, height, counties, mainland, lake, graticule } = countyMap;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no <fieldset>.
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="Map of the counties of Southern California"
      className={clsx('rounded-card', className)}
    >
      <defs>
        <g id="county-map-counties">
          {counties.map(({ slug, path }) => (
            <path key={slug} id={`map-${slug}`} d={path} />
          ))}
        </g>
        <g id="county-map-land" strokeLinejoin="round">
          <use href="#county-map-counties" />
          <path d={mainland} />
        </g>
      </defs>
      <g>
        <Ocean />
        <path d={graticule} className="fill-none stroke-pacific opacity-15" />
        {[34, 20, 9].map((wide) => (
          <use
            key={wide}
            href="#county-map-land"
            strokeWidth={wide}
            className="fill-none stroke-[light-dark(#d9f1f0,#3d8aa0)] opacity-25"
          />
        ))}
        <path d={mainland} fill="light-dark(#efe6d3, #1b2b31)" />
        <use href="#county-map-counties" y="7" fill="light-dark(#14232b, #000)" fillOpacity=".3" />
        <Surroundings />
      </g>
      {counties.map(({ slug, name, label, labelAt: [x, y] }) => (
        <a
          key={slug}
          href={`/county/${slug}`}
          // Begins with the words that are seen, for those who speak them to follow the link (WCAG 2.5.3).
          aria-label={counts?.[slug] === undefined ? name : `${label} ${listings(counts[slug])}`}
          className="group outline-none"
        >
          <use
            href={`#map-${slug}`}
            style={{ '--tint': TINTS[slug] } as React.CSSProperties}
            strokeWidth="2.5"
            strokeLinejoin="round"
            className="fill-(--tint) stroke-paper transition-[fill] group-hover:fill-[light-dark(#ffb867,#a8642a)] group-focus-visible:fill-[light-dark(#ffb867,#a8642a)] group-focus-visible:stroke-(--focus) group-focus-visible:stroke-7"
          />
          {slug === 'orange-county' && (
            <path d={`M${x + 6} ${y - 26}l12-24`} className="stroke-ink" strokeWidth="2" strokeLinecap="round" />
          )}
          <text
            x={x}
            y={y}
            textAnchor="middle"
            className="fill-ink font-bold font-heading text-[28px] tracking-tight group-focus-visible:underline group-hover:underline sm:text-[24px]"
          >
            {slug === 'los-angeles-county' ? <TwoLines x={x} words={label.split(' ')} /> : label}
          </text>{' '}
          {counts?.[slug] !== undefined && (
            <text
              x={x}
              y={y + (slug === 'los-angeles-county' ? 45 : 21)}
              textAnchor="middle"
              className="hidden fill-ink text-[17px] tabular-nums sm:block"
            >
              {counts[slug].toLocaleString('en-US')}
            </text>
          )}
        </a>
      ))}
      <path d={lake} fill="light-dark(#5cc3d8, #1d5363)" className="pointer-events-none" />
      <Relief />
    </svg>
  );
}

const listings = (count = 0) => `${count.toLocaleString('en-US')} ${count === 1 ? 'listing' : 'listings'}`;

/** For the county that is narrower than its name. */
const TwoLines = ({ x, words: [first, second] }: { x: number; words: string[] }) => (
  <>
    {first}{' '}
    <tspan x={x} dy="24">
      {second}
    </tspan>
  </>
);

/** Open water, and half a sun going into it behind two waves, as in the mark. */
function Ocean() {
  return (
    <>
      <rect width="800" height="600" fill={WATER} />
      <circle cx="106" cy="546" r="84" fill="light-dark(#fbe3b4, #ff9a52)" fillOpacity=".3" />
      <circle cx="106" cy="546" r="62" fill="light-dark(#fbd58f, #ff9a52)" fillOpacity=".5" />
      <circle cx="106" cy="546" r="42" fill="light-dark(#e2601f, #ff9a52)" />
      <path d="M0 552h300v48H0z" fill={WATER} />
      <path
        d="M22 560q10.5-10 21 0t21 0 21 0 21 0 21 0 21 0 21 0 21 0M64 582q10.5-10 21 0t21 0 21 0 21 0"
        strokeWidth="5.5"
        strokeLinecap="round"
        className="fill-none stroke-pacific"
      />
      <path
        d="M30 330h70M60 352h110M210 372h40M290 540h80M330 560h90M24 420h50M300 500h50"
        strokeWidth="3"
        strokeLinecap="round"
        className="fill-none stroke-[light-dark(#fbf7ef,#5cc3d8)] opacity-50"
      />
    </>
  );
}
const WATER = 'light-dark(#8fd0d8, #0c3443)';

/** What the counties are known for, engraved: ranges, Joshua trees, turbines, dunes, orchards. */
const Relief = () => (
  <g
    fill="none"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="pointer-events-none stroke-ink opacity-35"
  >
    <path
      d={MOUNTAINS.map(
        ([x, y, size]) =>
          `M${x - size} ${y}l${size}-${size * 1.3} ${size} ${size * 1.3}m${-size} ${-size * 1.3}l-${size * 0.1} ${size * 0.6} ${size * 0.35} ${size * 0.7}`,
      ).join('')}
    />
    <path
      d={JOSHUA_TREES.map(([x, y]) => `M${x} ${y}v-22m0 12l-9-7v-7m9 7l8-6v-8m-20 1l6 0m5-5l7 0m3-2l6 0`).join('')}
    />
    <path d={TURBINES.map(([x, y]) => `M${x} ${y}v-24l-9 6m9-6l10 4m-10-4l-1-12`).join('')} />
    <path d="M652 506q16-20 30-4 10-10 20 4m-62 14q14-14 26-2" />
    <path strokeWidth="7" strokeDasharray="0 14" d="M66 86H140M73 98H140M66 110H140" />
  </g>
);

/** The middle of each peak's foot, and half its width. */
const MOUNTAINS = [
  [372, 312, 13],
  [398, 314, 17],
  [428, 312, 13],
  [284, 186, 12],
  [306, 192, 16],
  [328, 188, 11],
  [298, 322, 10],
  [318, 320, 13],
  [480, 408, 11],
  [500, 410, 14],
  [498, 522, 10],
  [516, 524, 13],
] as const;
const JOSHUA_TREES = [
  [452, 130],
  [566, 140],
  [600, 152],
  [660, 250],
  [690, 290],
  [440, 270],
] as const;
const TURBINES = [
  [424, 398],
  [448, 404],
  [402, 404],
] as const;

/** What lies around the counties, by name, where there is room. */
const Surroundings = () => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of words in a drawing takes no focus.
  <g aria-hidden="true" className="hidden fill-muted text-[15px] uppercase tracking-[.2em] sm:block">
    <text x="686" y="112">
      Nevada
    </text>
    <text x="600" y="580">
      Mexico
    </text>
    <text x="60" y="396" className="fill-[light-dark(#0a5c73,#9db0b8)]">
      Pacific
    </text>
  </g>
);
