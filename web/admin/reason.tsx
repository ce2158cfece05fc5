import { Nothing } from './moment.tsx';

const SHOWN = 120;
// By whole characters: half an emoji is none.
const BEGINNING = new RegExp(`^.{${SHOWN}}`, 'su');

/** Why something was done. A long reason shows its beginning and opens. */
export function Reason({ text }: { text: string | null }) {
  if (!text) return <Nothing />;
  const beginning = text.length > SHOWN && BEGINNING.exec(text)?.[0];
  if (!beginning) return <p className="typed whitespace-pre-line">{text}</p>;
  return (
    <details className="group typed">
      <summary className="rounded-field">
        <span className="group-open:hidden">{beginning.trimEnd()}… </span>
        <span className="link">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="typed whitespace-pre-line">{text}</p>
    </details>
  );
}
