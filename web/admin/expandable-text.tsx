import { NoValue } from './date-time.tsx';

const PREVIEW_LENGTH = 120;
// By whole characters: half an emoji is none.
const PREVIEW_PATTERN = new RegExp(`^.{${PREVIEW_LENGTH}}`, 'su');

/** Why something was done. A long reason shows its beginning and opens. */
export function ExpandableText({ text }: { text: string | null }) {
  if (!text) return <NoValue />;
  const preview = text.length > PREVIEW_LENGTH && PREVIEW_PATTERN.exec(text)?.[0];
  if (!preview) return <p className="typed whitespace-pre-line">{text}</p>;
  return (
    <details className="group typed">
      <summary className="rounded-field">
        <span className="group-open:hidden">{preview.trimEnd()}… </span>
        <span className="link">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="typed whitespace-pre-line">{text}</p>
    </details>
  );
}
