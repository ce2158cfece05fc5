import clsx from 'clsx';
import { PinShape } from '#web/base/map/pin-shape.tsx';

/** The pin of a listing, which links to its page. */
export function ListingPin({
  id,
  title,
  highlighted,
  onHighlight,
}: {
  id: number;
  title: string;
  highlighted: boolean;
  onHighlight: (id: number | undefined) => void;
}) {
  return (
    <a
      draggable={false}
      href={`/ads/${id}`}
      className={clsx('pin', highlighted && 'pointed')}
      onPointerEnter={() => onHighlight(id)}
      onPointerLeave={() => onHighlight(undefined)}
      onFocus={() => onHighlight(id)}
      onBlur={() => onHighlight(undefined)}
    >
      <PinShape />
      <span className="typed">{title}</span>
    </a>
  );
}
