/** The paths of the mark in 32×32: the filled half sun, and the waves as strokes of 3.2 with round ends. */
export const MARK = {
  sun: 'M4.9 9.4a13 13 0 0 1 22.2 0zM3.9 11.2h24.2a13 13 0 0 1 .9 4.8H3a13 13 0 0 1 .9-4.8z',
  waves:
    'M2 21.6c2.3-2.3 4.7-2.3 7 0s4.7 2.3 7 0 4.7-2.3 7 0 4.7 2.3 7 0M2 28.4c2.3-2.3 4.7-2.3 7 0s4.7 2.3 7 0 4.7-2.3 7 0 4.7 2.3 7 0',
} as const;

/** The mark of the site: half a sun above two waves. Decorative, because it is beside the name; legible from 16 px. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path className="fill-poppy" d={MARK.sun} />
      <path className="stroke-pacific" strokeWidth="3.2" strokeLinecap="round" d={MARK.waves} />
    </svg>
  );
}
