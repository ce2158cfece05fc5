import { countyMap } from 'virtual:county-map';
import { mapPlaces } from 'virtual:map-places';
import clsx from 'clsx';
import { COUNTY_MAP_PATH } from '#web/art/county-map-path.ts';
import { type MapSize, type MapView, seenAt } from './view.ts';

// A name that is there so early is that of a large city.
const LARGE_UP_TO = 1.6;
// The drawing of what a county is known for is meant for the whole of it.
const RELIEF_UP_TO = 2.5;

/** What lies below the pins: sea, land, the eight counties, and the names of as many places as there is room for. */
export function MapGround({ view, size }: { view: MapView; size: MapSize }) {
  const { scale } = view;
  const [left, top] = seenAt([0, 0], view, size);
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
        {SURF.map((wide) => (
          <g key={wide} className="surf" strokeWidth={wide / scale}>
            {outlines}
          </g>
        ))}
        <g className="counties" strokeWidth={1.5 / scale}>
          {outlines}
          <use href={`${COUNTY_MAP_PATH}#lake`} className="lake" />
        </g>
        {scale < RELIEF_UP_TO && <use href={`${COUNTY_MAP_PATH}#relief`} className="relief" />}
      </g>
      {mapPlaces.map(([name, placeX, placeY, from]) => {
        if (scale < from) return null;
        const [x, y] = seenAt([placeX, placeY], view, size);
        if (x < -60 || y < -20 || x > size.width + 60 || y > size.height + 20) return null;
        return (
          <g key={`${name} ${placeX}`} className={clsx('place', from < LARGE_UP_TO && 'large')}>
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

/** How wide the shallows are along the coast, one over the other, in pixels. */
const SURF = [34, 20, 9];
