import { type RefObject, useState } from 'react';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { PictureChooser } from '#web/admin/pictures/picture-chooser.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { insertBlock } from './insert-block.ts';

/** The Markdown of a text. Pictures are chosen from the library, or pasted into it. */
export function MarkdownField({
  language,
  hint,
  error,
  value,
  disabled,
  takesPictures,
  controlRef,
  onChange,
}: {
  language: Language;
  hint: string;
  error: string | undefined;
  value: string;
  disabled: boolean;
  takesPictures: boolean;
  controlRef: RefObject<HTMLTextAreaElement | null>;
  onChange: (markdown: string) => void;
}) {
  // The pasted file; null where one is to be chosen.
  const [chosen, setChosen] = useState<File | null>();
  const insert = ({ id, alt }: { id: number; alt: string }) => {
    setChosen(undefined);
    const { selectionStart: start = value.length, selectionEnd: end = start } = controlRef.current ?? {};
    // Brackets would end the description.
    const picture = `![${alt.replaceAll(/[[\]\\]/g, '')}](picture:${id})`;
    onChange(insertBlock(value, start, end, picture));
    controlRef.current?.focus();
  };
  return (
    <>
      <Field label={t('Text')} hint={hint} error={error}>
        {(control) => (
          <TextArea
            {...control}
            lang={language}
            ref={controlRef}
            value={value}
            disabled={disabled}
            rows={20}
            className="max-h-140"
            onChange={(event) => onChange(event.target.value)}
            onPaste={(event) => {
              const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
              if (!takesPictures || !file) return;
              event.preventDefault();
              setChosen(file);
            }}
          />
        )}
      </Field>
      {takesPictures && (
        <p>
          <Button variant="secondary" size="sm" disabled={disabled} onClick={() => setChosen(null)}>
            <Icon name="image-up" />
            {t('Insert picture')}
          </Button>
        </p>
      )}
      {chosen !== undefined && <PictureChooser file={chosen} onChoose={insert} onClose={() => setChosen(undefined)} />}
    </>
  );
}
