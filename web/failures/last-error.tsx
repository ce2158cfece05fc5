import { ExpandableText } from '../admin/expandable-text.tsx';

/** The last error of a failure, and how often it was tried. */
export const LastError = ({ error, attempts }: { error: string | null; attempts: number }) => (
  <>
    <ExpandableText text={error ?? 'Not recorded'} />
    <p className="text-muted text-sm">{attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}</p>
  </>
);
