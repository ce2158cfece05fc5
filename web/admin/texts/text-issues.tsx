import type { TextIssue } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { FIELDS } from './text-labels.ts';

const LABELS = new Map(Object.values(FIELDS).flatMap((fields) => fields.map(({ name, label }) => [name, label])));

/** What is in the way of publishing a text, with buttons that lead to the line, and what is hardly meant. */
export function TextIssues({
  issues,
  warnings,
  onOpen,
}: {
  issues: TextIssue[];
  warnings: string[];
  onOpen: (issue: TextIssue) => void;
}) {
  return (
    <div aria-live="polite">
      {issues.length > 0 && (
        <div className="mb-4 rounded-card bg-danger-wash p-4">
          <p className="flex items-center gap-2 font-semibold text-danger">
            <Icon name="circle-alert" className="size-5 shrink-0" />
            {t('Before you can publish')}
          </p>
          <ul className="mt-2 grid gap-1">
            {issues.map((issue) => (
              <li key={`${issue.path} ${issue.line} ${issue.message}`} className="wrap-anywhere">
                {issue.line === null ? (
                  <>
                    {LABELS.has(issue.path) && <span className="font-semibold">{LABELS.get(issue.path)}: </span>}
                    {issue.message}
                  </>
                ) : (
                  <button
                    type="button"
                    className="link inline-flex min-h-11 items-center text-left"
                    onClick={() => onOpen(issue)}
                  >
                    {t('Line {line}: {message}', { line: issue.line, message: issue.message })}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="mb-4 flex items-start gap-2 rounded-card border p-4">
          <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </p>
      ))}
    </div>
  );
}
