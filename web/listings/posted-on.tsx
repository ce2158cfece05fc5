// The zone of the places listed, so that the server and every browser write the same day.
const zone = { timeZone: 'America/Los_Angeles' };
const short = new Intl.DateTimeFormat('en-US', { ...zone, month: 'short', day: 'numeric' });
const long = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric', year: 'numeric' });

/** The day a listing was posted: 'Nov 20', or 'November 20, 2025' in full. */
export function PostedOn({ at, full = false }: { at: string; full?: boolean }) {
  return <time dateTime={at}>{(full ? long : short).format(new Date(at))}</time>;
}
