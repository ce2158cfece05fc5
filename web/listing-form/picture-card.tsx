import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import type { UploadedPhoto } from '#contract/photos.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { isRetryable, type PictureUpload } from './use-pictures.ts';

/** An uploaded picture of a form, which can be described, moved among its kind, and removed. */
export function PictureCard({
  id,
  name,
  shown,
  alt,
  faults,
  movable,
  onAlt,
  onBlur,
  onMove,
  onRemove,
}: {
  /** What the ids of its buttons begin with. */
  id: string;
  /** 'Image 1'. */
  name: string;
  /** Undefined where nothing is known of it but its number. */
  shown: UploadedPhoto | undefined;
  alt: string;
  faults: { alt: string | undefined; picture: string | undefined };
  movable: boolean;
  onAlt: (alt: string) => void;
  onBlur: () => void;
  onMove: { left?: () => void; right?: () => void };
  onRemove: () => void;
}) {
  const noteId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a fieldset already.
    <div role="group" aria-label={name} className="overflow-hidden rounded-field border border-line-strong bg-card">
      <Frame>
        {shown && (
          <img
            src={shown.src}
            srcSet={shown.srcSet}
            sizes="(width < 40rem) 90vw, 15rem"
            alt={alt}
            className={PICTURE}
          />
        )}
      </Frame>
      <div className="flex justify-end px-1">
        {movable && (
          <>
            <CardButton id={`${id}-left`} label={`Move ${name} left`} icon="arrow-left" onPress={onMove.left} />
            <CardButton id={`${id}-right`} label={`Move ${name} right`} icon="arrow-right" onPress={onMove.right} />
          </>
        )}
        <CardButton label={`Remove ${name}`} icon="trash-2" onPress={onRemove} className="ml-auto" />
      </div>
      <div className="grid gap-2 px-3 pb-3">
        <FieldMessage id={noteId} error={faults.picture} />
        <Field label="What it shows" error={faults.alt} optional>
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

/** A picture on its way, or one that could not be uploaded. */
export function UploadCard({
  sending: { file, preview, sent, failure },
  onRetry,
  onCancel,
}: {
  sending: PictureUpload;
  onRetry: () => void;
  onCancel: () => void;
}) {
  const noteId = useId();
  const percent = Math.round(sent * 100);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a fieldset already.
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
              aria-label={`Uploading ${file.name}`}
              aria-valuenow={percent}
              aria-valuemin={0}
              aria-valuemax={100}
              className="h-2 overflow-hidden rounded-full bg-line"
            >
              <div
                className="h-full origin-left rounded-full bg-pacific transition-transform"
                style={{ transform: `scaleX(${sent})` }}
              />
            </div>
            <p className="text-muted text-sm tabular-nums">{sent < 1 ? `${percent} %` : 'Almost there…'}</p>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {failure && isRetryable(failure) && (
            <Button size="sm" variant="secondary" onClick={onRetry}>
              <Icon name="rotate-cw" />
              Try again
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {failure ? 'Remove' : 'Cancel'}
          </Button>
        </div>
      </div>
    </div>
  );
}

const PICTURE = 'absolute inset-0 size-full object-contain';

/** Room for a picture of any shape. */
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
