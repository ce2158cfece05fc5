import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TextSummary } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '../../i18n/rich.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { DateTime } from '../../ui/time.tsx';
import { toEditorPath } from './editor-path.ts';
import { NewPostDialog } from './new-post-dialog.tsx';
import { TextBadges } from './text-badges.tsx';
import { TextEditor } from './text-editor.tsx';
import { KIND_TITLES } from './text-labels.ts';
import { useTexts } from './text-queries.ts';

/** The texts of the site by the page that shows them, or the editor of the one in the URL. */
export function Texts() {
  const [search] = useSearchParams();
  const key = search.get('text');
  return key ? <TextEditor key={key} textKey={key} /> : <TextList />;
}

function TextList() {
  const { data, error, refetch } = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the texts')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-measure text-muted">
          {t(
            'What you publish here is on every page within a minute, and replaces the text that came with the release. Nothing is lost: each version is kept.',
          )}
        </p>
        <Button onClick={() => setIsAdding(true)}>
          <Icon name="plus" />
          {t('Add post')}
        </Button>
      </div>
      {data ? (
        <div className="grid gap-8">
          {[...Map.groupBy(data.texts, ({ kind }) => KIND_TITLES[kind])].map(([title, texts]) => (
            <section key={title}>
              <h3 className="mb-3 text-lg">{title}</h3>
              <Card>
                <ul className="divide-y">
                  {texts.map((text) => (
                    <TextRow key={text.key} text={text} />
                  ))}
                </ul>
              </Card>
            </section>
          ))}
        </div>
      ) : (
        <SkeletonGroup label={t('Loading the texts…')} className="grid gap-3">
          {['blog', 'help', 'policies'].map((group) => (
            <Skeleton key={group} className="h-60" />
          ))}
        </SkeletonGroup>
      )}
      {isAdding && <NewPostDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function TextRow({ text }: { text: TextSummary }) {
  const { key, title, path, changedAt, changedBy } = text;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-5">
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{title}</span>
          <TextBadges text={text} />
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {!changedAt
            ? path
            : changedBy
              ? rich('{path}, last changed {time} by {user}', {
                  path,
                  time: <DateTime at={changedAt} />,
                  user: changedBy,
                })
              : rich('{path}, last changed {time}', { path, time: <DateTime at={changedAt} /> })}
        </p>
      </div>
      <a href={toEditorPath(key)} className="link inline-flex min-h-11 items-center font-semibold">
        {rich('Edit<hidden> {title}</hidden>', { hidden: (text) => <span className="sr-only">{text}</span>, title })}
      </a>
    </li>
  );
}
