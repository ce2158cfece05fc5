// The zone of the places listed, whatever the browser's own is.
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A day and minute in Los Angeles: 'Nov 20, 2025, 3:05 PM'; a dash where there is none. */
export function Moment({ at }: { at: string | null }) {
  return at ? <time dateTime={at}>{format.format(new Date(at))}</time> : <Nothing />;
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
