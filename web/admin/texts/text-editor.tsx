import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { EditorForm } from './editor-form.tsx';
import { getTextLanguage, toListPath } from './editor-path.ts';
import { useText } from './text-queries.ts';

/** The editor of a text: its fields and Markdown beside a preview, and its versions. */
export function TextEditor({ textKey }: { textKey: string }) {
  const { data: text, error, refetch } = useText(textKey);
  return (
    <>
      <p className="mb-4">
        <a href={toListPath(getTextLanguage(textKey))} className="link inline-flex min-h-11 items-center gap-2">
          <Icon name="arrow-left" />
          {t('All texts')}
        </a>
      </p>
      {text ? (
        <EditorForm text={text} />
      ) : error ? (
        <div role="alert">
          <EmptyState
            title={error.status === 404 ? t('This text doesn’t exist') : t('Failed to fetch the text')}
            action={error.status === 404 ? undefined : <Button onClick={() => void refetch()}>{t('Try again')}</Button>}
          >
            {error.message}
          </EmptyState>
        </div>
      ) : (
        <SkeletonGroup label={t('Loading the text…')} className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-96" />
        </SkeletonGroup>
      )}
    </>
  );
}
