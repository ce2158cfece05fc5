import clsx from 'clsx';
import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Frame, PICTURE } from './picture-frame.tsx';
import { isRetryable, type PictureUpload } from './picture-upload.ts';

/** An upload in progress or failed. */
export function UploadCard({
  upload: { file, preview, progress, failure },
  onRetry,
  onCancel,
}: {
  upload: PictureUpload;
  onRetry: () => void;
  onCancel: () => void;
}) {
  const noteId = useId();
  const percent = Math.round(progress * 100);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is inside a fieldset already.
    <div
      role="group"
      aria-label={file.name}
      className="overflow-hidden rounded-field border border-line-strong bg-card"
    >
      <Frame>
        <img src={preview} alt="" className={clsx(PICTURE, 'opacity-60')} />
      </Frame>
      <div className="grid gap-2 p-3">
        <p className="truncate text-sm">{file.name}</p>
        {failure ? (
          <div role="alert">
            <FieldMessage id={noteId} error={failure.message} />
          </div>
        ) : (
          <>
            <div
              role="progressbar"
              aria-label={t('Uploading {file}', { file: file.name })}
              aria-valuenow={percent}
              aria-valuemin={0}
              aria-valuemax={100}
              className="h-2 overflow-hidden rounded-full bg-line"
            >
              <div
                className="h-full origin-left rounded-full bg-pacific transition-transform"
                style={{ transform: `scaleX(${progress})` }}
              />
            </div>
            <p className="text-muted text-sm tabular-nums">{progress < 1 ? `${percent} %` : t('Almost done…')}</p>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {failure && isRetryable(failure) && (
            <Button size="sm" variant="secondary" onClick={onRetry}>
              <Icon name="rotate-cw" />
              {t('Try again')}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {failure ? t('Remove') : t('Cancel')}
          </Button>
        </div>
      </div>
    </div>
  );
}
