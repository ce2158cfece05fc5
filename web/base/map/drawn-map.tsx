import { countyMap } from 'virtual:county-map';
import { mapPlaces } from 'virtual:map-places';
import clsx from 'clsx';
import { COUNTY_MAP_PATH } from '#web/base/art/county-map-path.ts';
import { project } from '#web/base/art/projection.ts';
import { coversName, type MapMark } from './marks.ts';
import { type MapSize, type MapView, toScreen } from './view.ts';

// Places whose names appear at this scale or below are large cities.
const LARGE_CITY_MAX_SCALE = 1.6;
// The relief drawing and the color of a county are only shown while most of the county is visible.
const RELIEF_MAX_SCALE = 2.5;

/**
 * The map as an SVG, where there is no WebGL, and until MapLibre is loaded: sea, land, county borders, and the names of places, more
 * of them at larger scales.
 * @param marks what stands on the map; names below it are left out
 */
export function DrawnMap({ view, size, marks }: { view: MapView; size: MapSize; marks: MapMark[] }) {
  const { scale } = view;
  const [left, top] = toScreen([0, 0], view, size);
  const covers = marks.map(({ point, radius, anchor }) => {
    const [x, y] = toScreen(project(point, countyMap), view, size);
    return { x, y: anchor === 'bottom' ? y - radius : y, radius };
  });
  const outlines = (
    <>
      <use href={`${COUNTY_MAP_PATH}#mainland`} />
      {countyMap.counties.map(({ slug }) => (
        <use key={slug} href={`${COUNTY_MAP_PATH}#${slug}`} />
      ))}
    </>
  );
  return (
    <svg aria-hidden="true" width={size.width} height={size.height}>
      <g transform={`translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale.toFixed(5)})`}>
        {SHALLOWS_WIDTHS.map((strokeWidth) => (
          <g key={strokeWidth} className="surf" strokeWidth={strokeWidth / scale}>
            {outlines}
          </g>
        ))}
        <g className={clsx('counties', scale >= RELIEF_MAX_SCALE && 'close')} strokeWidth={1.5 / scale}>
          {outlines}
          <use href={`${COUNTY_MAP_PATH}#lake`} className="lake" />
        </g>
        {scale < RELIEF_MAX_SCALE && <use href={`${COUNTY_MAP_PATH}#relief`} className="relief" />}
      </g>
      {mapPlaces.map(([name, placeX, placeY, minScale]) => {
        if (scale < minScale) return null;
        const [x, y] = toScreen([placeX, placeY], view, size);
        if (covers.some((cover) => coversName(cover, name, [x, y]))) return null;
        if (x < -60 || y < -20 || x > size.width + 60 || y > size.height + 20) return null;
        return (
          <g key={`${name} ${placeX}`} className={clsx('place', minScale < LARGE_CITY_MAX_SCALE && 'large')}>
            <circle cx={x} cy={y} r="2.5" />
            <text x={x} y={y - 7}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The stroke widths of the coastal shallows, drawn over each other, in pixels. */
const SHALLOWS_WIDTHS = [34, 20, 9];
