import clsx from 'clsx';
import { PinShape } from '#web/base/map/pin-shape.tsx';

/** The pin of a listing, or its dot, which links to its page. */
export function ListingPin({
  id,
  title,
  isDot,
  highlighted,
  onHighlight,
}: {
  id: number;
  title: string;
  /** Whether it has no map pin. */
  isDot: boolean;
  highlighted: boolean;
  onHighlight: (id: number | undefined) => void;
}) {
  return (
    <a
      draggable={false}
      href={`/ads/${id}`}
      className={clsx(isDot ? 'dot' : 'pin', highlighted && 'pointed')}
      onPointerEnter={() => onHighlight(id)}
      onPointerLeave={() => onHighlight(undefined)}
      onFocus={() => onHighlight(id)}
      onBlur={() => onHighlight(undefined)}
    >
      {!isDot && <PinShape />}
      <span className="typed">{title}</span>
    </a>
  );
}
