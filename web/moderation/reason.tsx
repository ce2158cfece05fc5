import { Nothing } from './moment.tsx';

const SHOWN = 120;

/** Why something was done. A long reason shows its beginning and opens. */
export function Reason({ text }: { text: string | null }) {
  if (!text) return <Nothing />;
  if (text.length <= SHOWN) return <span className="wrap-anywhere whitespace-pre-line">{text}</span>;
  return (
    <details className="group wrap-anywhere">
      <summary className="rounded-field">
        <span className="group-open:hidden">{text.slice(0, SHOWN).trimEnd()}… </span>
        <span className="link">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="whitespace-pre-line">{text}</p>
    </details>
  );
}
