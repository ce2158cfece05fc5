import { DateTime } from '../ui/time.tsx';

/** A day and minute in Los Angeles: 'Nov 20, 2025, 3:05 PM'; a dash where there is none. */
export function OptionalDateTime({ at }: { at: string | null }) {
  return at ? <DateTime at={at} /> : <NoValue />;
}

/** Stands where a row has nothing to say. */
export function NoValue() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </>
  );
}
