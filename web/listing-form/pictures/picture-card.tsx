import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldMessage } from '../../ui/form/field-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isRetryable, type PictureUpload } from './use-pictures.ts';

/** An uploaded picture of a form, with its description and buttons to move and remove it. */
export function PictureCard({
  id,
  name,
  picture,
  alt,
  errors,
  movable,
  onAlt,
  onBlur,
  onMove,
  onRemove,
}: {
  /** Prefix of its buttons' ids. */
  id: string;
  /** 'Photo 1'. */
  name: string;
  /** Undefined where only its id is known. */
  picture: UploadedPhoto | undefined;
  alt: string;
  errors: { alt: string | undefined; picture: string | undefined };
  movable: boolean;
  onAlt: (alt: string) => void;
  onBlur: () => void;
  onMove: { left?: () => void; right?: () => void };
  onRemove: () => void;
}) {
  const noteId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is inside a fieldset already.
    <div role="group" aria-label={name} className="overflow-hidden rounded-field border border-line-strong bg-card">
      <Frame>
        {picture && (
          <img
            src={picture.src}
            srcSet={picture.srcSet}
            sizes="(width < 40rem) 90vw, 15rem"
            alt={alt}
            className={PICTURE}
          />
        )}
      </Frame>
      <div className="flex justify-end px-1">
        {movable && (
          <>
            <CardButton
              id={`${id}-left`}
              label={t('Move {name} left', { name })}
              icon="arrow-left"
              onPress={onMove.left}
            />
            <CardButton
              id={`${id}-right`}
              label={t('Move {name} right', { name })}
              icon="arrow-right"
              onPress={onMove.right}
            />
          </>
        )}
        <CardButton label={t('Remove {name}', { name })} icon="trash-2" onPress={onRemove} className="ml-auto" />
      </div>
      <div className="grid gap-2 px-3 pb-3">
        <FieldMessage id={noteId} error={errors.picture} />
        <Field label={t('Describe this photo')} error={errors.alt} optional>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={alt}
              onChange={({ target }) => onAlt(target.value)}
              onBlur={onBlur}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

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

const PICTURE = 'absolute inset-0 size-full object-contain';

/** A fixed area for a picture of any aspect ratio. */
function Frame({ children }: { children: ReactNode }) {
  return <div className="relative aspect-video bg-paper sm:aspect-[4/3]">{children}</div>;
}

function CardButton({
  id,
  label,
  icon,
  onPress,
  className,
}: {
  id?: string;
  label: string;
  icon: string;
  onPress: (() => void) | undefined;
  className?: string;
}) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      disabled={!onPress}
      onClick={onPress}
      className={clsx(
        'grid size-11 place-items-center rounded-field text-muted hover:text-ink disabled:opacity-40',
        className,
      )}
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
