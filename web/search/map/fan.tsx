import type { SearchMap } from '#contract/search.ts';
import { ListingPin } from './listing-pin.tsx';

// Pins are 32 px wide.
const PIN_SPACE_PX = 40;
const MIN_RADIUS_PX = 48;
// From the tip of a pin to the middle of its head.
const HEAD_PX = 26;

/** The distance of the heads of the pins from the middle of a fan, in pixels. */
export const getFanRadius = (count: number) => Math.max((count * PIN_SPACE_PX) / (2 * Math.PI), MIN_RADIUS_PX);

/** The tips of the pins of a fan, in pixels from its middle. Their heads are around it, clockwise from the top. */
export function getFanOffsets(count: number): [right: number, down: number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [getFanRadius(count) * Math.sin(angle), HEAD_PX - getFanRadius(count) * Math.cos(angle)];
  });
}

/** The pins of listings at one point, spread around it. */
export function Fan({
  pins,
  highlightedId,
  onHighlight,
}: {
  pins: SearchMap['clusters'][number]['pins'];
  highlightedId: number | undefined;
  onHighlight: (id: number | undefined) => void;
}) {
  const offsets = getFanOffsets(pins.length);
  return (
    <>
      <svg aria-hidden="true" className="fan-legs">
        {offsets.map(([right, down]) => (
          <line key={`${right} ${down}`} x2={right} y2={down} />
        ))}
      </svg>
      <ul>
        {pins.map(({ id, title }, i) => {
          const [right, down] = offsets[i] as [number, number];
          return (
            <li key={id} style={{ transform: `translate(${right.toFixed(1)}px, ${down.toFixed(1)}px)` }}>
              <ListingPin id={id} title={title} highlighted={id === highlightedId} onHighlight={onHighlight} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
