import type { SearchMap } from '#contract/search.ts';
import { ListingPin } from './listing-pin.tsx';

// Pins are 32 px wide.
const PIN_SPACE_PX = 40;
const MIN_RADIUS_PX = 48;
// From the tip of a pin to the middle of its head.
const HEAD_PX = 26;

/** The distance of the heads of the pins from the middle of spread pins, in pixels. */
export const getSpreadRadius = (count: number) => Math.max((count * PIN_SPACE_PX) / (2 * Math.PI), MIN_RADIUS_PX);

/** The tips of spread pins, in pixels from their middle. Their heads are around it, clockwise from the top. */
export function getSpreadOffsets(count: number): [right: number, down: number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [getSpreadRadius(count) * Math.sin(angle), HEAD_PX - getSpreadRadius(count) * Math.cos(angle)];
  });
}

/** The pins of listings at one point, spread around it. */
export function SpreadPins({
  pins,
  highlightedId,
  onHighlight,
}: {
  pins: SearchMap['clusters'][number]['pins'];
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
}) {
  const offsets = getSpreadOffsets(pins.length);
  return (
    <>
      <svg aria-hidden="true" className="spread-legs">
        {offsets.map(([right, down]) => (
          <line key={`${right} ${down}`} x2={right} y2={down} />
        ))}
      </svg>
      <ul>
        {pins.map(({ id, title, isDot }, i) => {
          const [right, down] = offsets[i] as [number, number];
          return (
            <li key={id} style={{ transform: `translate(${right.toFixed(1)}px, ${down.toFixed(1)}px)` }}>
              <ListingPin
                id={id}
                title={title}
                isDot={isDot}
                highlighted={id === highlightedId}
                onHighlight={onHighlight}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
