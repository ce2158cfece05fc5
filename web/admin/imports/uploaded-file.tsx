import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { formatBytes } from '#web/base/ui/format-bytes.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { PrepareFile } from './prepare-file.tsx';
import { Progress } from './progress.tsx';
import { type UploadActions, useUploadActions } from './use-upload-actions.ts';

const STATES: { [State in ImportUpload['state']]: string } = {
  uploading: t('Upload interrupted'),
  ready: t('Uploaded'),
  'dry-run': t('Test run'),
  importing: t('Importing'),
  stopped: t('Import stopped'),
  imported: t('Imported'),
};

/** An uploaded file, and what can be done with it in its state. */
export function UploadedFile({ upload }: { upload: ImportUpload }) {
  const { file, size, state, message } = upload;
  const actions = useUploadActions(upload);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownState = useRef(state);
  useEffect(() => {
    if (shownState.current === state) return;
    shownState.current = state;
    // The button that was pressed is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  return (
    <Card as="section" className="grid gap-4 p-4 sm:p-5" aria-label={file}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold text-lg">
            <bdi>{file}</bdi>
          </h3>
          <p className="text-muted text-sm">
            <span role="status">{STATES[state]}</span>, {formatBytes(size)}
          </p>
        </div>
        {!upload.progress && <RemoveButton upload={upload} actions={actions} />}
      </div>
      {message && (
        <p role="alert" className="flex items-start gap-2 rounded-field bg-danger-wash px-3.5 py-3 text-danger">
          <Icon name="circle-alert" className="mt-1 size-4 shrink-0" />
          <span className="typed min-w-0">{message}</span>
        </p>
      )}
      <StateContent upload={upload} actions={actions} />
    </Card>
  );
}

function StateContent({ upload, actions }: { upload: ImportUpload; actions: UploadActions }): ReactNode {
  const { state, progress, size, received, importId } = upload;
  switch (state) {
    case 'uploading':
      return (
        <p>
          {t('{received} of {size} are here. Choose the same file below to continue.', {
            received: formatBytes(received),
            size: formatBytes(size),
          })}
        </p>
      );
    case 'ready':
      return <PrepareFile upload={upload} actions={actions} />;
    case 'dry-run':
    case 'importing':
      return (
        progress && (
          <div className="grid gap-3">
            <Progress
              label={state === 'dry-run' ? t('Test run') : t('Import', null, 'noun')}
              share={progress.share}
              detail={describeProgress(progress)}
            />
            {progress.figures && <p className="text-sm tabular-nums">{describeCounts(progress.figures)}</p>}
            <div>
              <Button variant="secondary" size="sm" busy={actions.pending === 'cancel'} onClick={actions.cancel}>
                {actions.pending === 'cancel' ? t('Canceling...') : t('Cancel')}
              </Button>
            </div>
          </div>
        )
      );
    case 'stopped':
      return (
        <div className="grid gap-3">
          <p>{t('What was imported so far is listed. Continue where it stopped, or undo it under Imports.')}</p>
          <div>
            <Button busy={actions.pending === 'start'} onClick={() => actions.start(null)}>
              {t('Continue import')}
            </Button>
          </div>
        </div>
      );
    case 'imported':
      return (
        <div className="flex flex-wrap items-center gap-3">
          <p>{t('Its figures are under Imports, where you can undo it.')}</p>
          {importId !== null && (
            <a
              href={`${ADMIN_API_PREFIX}imports/${importId}/report.csv`}
              download
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <Icon name="download" />
              {t('Download report')}
            </a>
          )}
        </div>
      );
  }
}

const describeCounts = ({ added, updated, merged, skipped }: NonNullable<RunningProgress['figures']>) =>
  t(
    '{added, plural, one {# added} other {# added}}, {updated, plural, one {# updated} other {# updated}}, {merged, plural, one {# merged} other {# merged}}, {refused, plural, one {# refused} other {# refused}}',
    { added, updated, merged, refused: skipped },
  );

type RunningProgress = NonNullable<ImportUpload['progress']>;

function describeProgress({ rows, totalRows, secondsLeft }: RunningProgress): string {
  const done =
    rows === 0
      ? t('Reading the file')
      : totalRows
        ? t('{done, number} of {count, plural, one {# row} other {# rows}}', { done: rows, count: totalRows })
        : t('{count, plural, one {# row} other {# rows}}', { count: rows });
  if (secondsLeft === null) return done;
  return secondsLeft < 60
    ? t('{done}, less than a minute left', { done })
    : t('{done}, about {minutes} min left', { done, minutes: Math.ceil(secondsLeft / 60) });
}

function RemoveButton({ upload: { file, state }, actions }: { upload: ImportUpload; actions: UploadActions }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={actions.pending === 'remove'}
      disabled={actions.pending !== null}
      onClick={actions.remove}
    >
      <Icon name="trash-2" />
      {state === 'imported' ? t('Done') : t('Remove file')}
      <span className="sr-only">: {file}</span>
    </Button>
  );
}
