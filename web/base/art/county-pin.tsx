import { countyMap } from 'virtual:county-map';
import clsx from 'clsx';
import { COUNTY_MAP_PATH } from './county-map-path.ts';
import { project } from './projection.ts';

/**
 * A map of one county among its neighbours, with a pin. Its aspect ratio is always 16:10.
 * @param county the slug of the county; an unknown slug shows all counties
 * @param point the position of the pin in degrees; without it there is no pin
 * @param label the alternative text: 'Irvine in Orange County'
 */
export function CountyPin({
  county,
  point,
  label,
  className,
}: {
  county: string;
  point?: { lat: number; lng: number } | null;
  label: string;
  className?: string;
}) {
  const { counties, width, height } = countyMap;
  const shown = counties.find(({ slug }) => slug === county);
  const pin = point ? project(point, countyMap) : undefined;
  const [left, top, wide] = frameAround(shown?.box ?? [0, 0, width, height], pin);
  return (
    <svg
      viewBox={`${left} ${top} ${wide} ${wide / RATIO}`}
      role="img"
      aria-label={label}
      className={clsx('rounded-card', className)}
    >
      <rect x={left} y={top} width={wide} height={wide / RATIO} fill="light-dark(#a5d8dd, #0c3443)" />
      <use href={`${COUNTY_MAP_PATH}#mainland`} fill="light-dark(#efe6d3, #1b2b31)" />
      {counties.map(({ slug }) => (
        <use
          key={slug}
          href={`${COUNTY_MAP_PATH}#${slug}`}
          className={clsx('stroke-paper', slug === county ? selected : 'fill-[light-dark(#f3ead8,#22343b)]')}
          strokeWidth={wide / 300}
        />
      ))}
      <use href={`${COUNTY_MAP_PATH}#lake`} fill="light-dark(#8fd0d8, #1d5363)" />
      {pin && <Pin at={pin} scale={wide / 320} />}
    </svg>
  );
}

const selected = 'fill-[light-dark(#f6c98a,#6d5433)]';
const RATIO = 1.6;

function Pin({ at: [x, y], scale }: { at: [x: number, y: number]; scale: number }) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`}>
      <ellipse rx="7" ry="2.5" className="fill-ink opacity-30" />
      <path
        d="M0 0C-3-9-13-14-13-24a13 13 0 0 1 26 0C13-14 3-9 0 0z"
        className="fill-poppy stroke-paper"
        strokeWidth="2"
      />
      <circle cy="-24" r="4.5" className="fill-paper" />
    </g>
  );
}

/** The view box in the aspect ratio around a box and a point, which may be on an island, with padding. */
function frameAround([x, y, width, height]: [x: number, y: number, width: number, height: number], point = [x, y]) {
  const [pinX, pinY] = point as [number, number];
  const [left, top] = [Math.min(x, pinX), Math.min(y, pinY)];
  const [across, down] = [Math.max(x + width, pinX) - left, Math.max(y + height, pinY) - top];
  const wide = Math.round(Math.max(across * 1.25, down * 1.35 * RATIO));
  return [Math.round(left + (across - wide) / 2), Math.round(top + (down - wide / RATIO) / 2), wide] as const;
}
