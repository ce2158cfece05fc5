import clsx from 'clsx';
import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Frame, PICTURE } from './picture-frame.tsx';

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
  /** The name of the picture: 'Photo 1'. */
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
