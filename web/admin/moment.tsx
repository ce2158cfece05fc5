import { Minute } from '../ui/time.tsx';

/** A day and minute in Los Angeles: 'Nov 20, 2025, 3:05 PM'; a dash where there is none. */
export function Moment({ at }: { at: string | null }) {
  return at ? <Minute at={at} /> : <Nothing />;
}

/** Stands where a row has nothing to say. */
export function Nothing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </>
  );
}
