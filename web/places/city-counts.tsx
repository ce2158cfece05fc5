import type { PlaceLink } from '#contract/places.ts';

/** Cities in columns with the number of their listings; those without any are quieter. */
export function CityCounts({ cities }: { cities: (PlaceLink & { count: number })[] }) {
  return (
    <ul className="columns-1 gap-x-8 min-[26rem]:columns-2 md:columns-3">
      {cities.map(({ name, slug, count }) => (
        <li key={slug} className="break-inside-avoid">
          <a
            href={`/city/${slug}`}
            className={`flex min-h-11 items-center justify-between gap-2 border-b hover:text-pacific ${count ? '' : 'text-muted'}`}
          >
            {name}
            {count > 0 && <span className="text-muted text-sm tabular-nums">{count.toLocaleString('en-US')}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
