import type { TextIssue, TextPreview } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { TextIssues } from './text-issues.tsx';
import { Preview } from './text-preview.tsx';

/** The text as pages would have it, or what is wrong with it. */
export function EditorPreview({
  preview,
  error,
  onOpen,
}: {
  preview: TextPreview | undefined;
  error: ApiError | null;
  /** Shows an issue in the editor. */
  onOpen: (issue: TextIssue) => void;
}) {
  const issues = preview?.issues ?? [];
  return (
    <section
      aria-label={t('Preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto"
    >
      <TextIssues issues={issues} warnings={preview?.warnings ?? []} onOpen={onOpen} />
      {error ? (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      ) : (
        preview && issues.length === 0 && <Preview {...preview} />
      )}
    </section>
  );
}
