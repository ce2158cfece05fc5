import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, RefObject } from 'react';
import type { AdminText, TextIssue, TextSource } from '#contract/admin/texts.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { countCharacters } from '#contract/values/visible-characters.ts';
import { queries } from '#web/base/api/queries.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field, type FieldControl } from '#web/base/ui/form/field.tsx';
import { CoverField } from './cover-field.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { getFields, isOptional, MARKDOWN_HINTS, type TextField } from './text-labels.ts';

/** The controls of a text of a kind. */
export function EditorFields({
  text,
  source,
  issues,
  markdownRef,
  disabled,
  onChange,
}: {
  text: AdminText;
  source: TextSource;
  issues: TextIssue[];
  /** The control of the Markdown. */
  markdownRef: RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
  onChange: (source: TextSource) => void;
}) {
  const { language, kind, release } = text;
  const { fields, markdown } = source;
  const hint = MARKDOWN_HINTS[kind];
  const findError = (name: string) => issues.find(({ path, line }) => path === name && line === null)?.message;
  return (
    <>
      {kind === 'email' && (
        <p className="text-muted text-sm">
          {t(
            'Each sentence has the original above it. Placeholders such as {placeholder} are filled in when an email is sent: each of the original must stay. Sentences that several emails have are a text of their own.',
            { placeholder: '{name}' },
          )}
        </p>
      )}
      {getFields(text).map((field) => {
        const value = fields[field.name] ?? (kind === 'email' ? (release?.fields[field.name] ?? '') : '');
        return (
          <Field
            key={field.name}
            label={field.label}
            hint={field.hint}
            optional={isOptional(field)}
            error={findError(field.name)}
            counter={
              field.maxLength === undefined ? undefined : { length: countCharacters(value), max: field.maxLength }
            }
          >
            {(control) => (
              <FieldInput
                language={language}
                field={field}
                control={control}
                value={value}
                disabled={disabled}
                onChange={(next) => onChange({ fields: { ...fields, [field.name]: next }, markdown })}
              />
            )}
          </Field>
        );
      })}
      {hint && (
        <MarkdownField
          language={language}
          hint={hint}
          error={findError('markdown')}
          value={markdown}
          disabled={disabled}
          takesPictures={kind !== 'words'}
          controlRef={markdownRef}
          onChange={(next) => onChange({ fields, markdown: next })}
        />
      )}
    </>
  );
}

interface InputProps {
  language: Language;
  field: TextField;
  control: FieldControl;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

function FieldInput({ language, field, control, value, disabled, onChange }: InputProps) {
  const props = {
    ...control,
    value,
    disabled,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.control === 'picture') return <CoverField {...{ ...control, value, disabled, onChange }} />;
  if (field.control === 'county') return <CountySelect {...props} />;
  if (field.control === 'area') return <TextArea {...props} lang={language} rows={2} />;
  return <TextInput {...props} lang={language} type={field.control === 'date' ? 'date' : 'text'} autoComplete="off" />;
}

function CountySelect(props: ComponentProps<typeof Select> & { value: string }) {
  const { data } = useQuery(queries.counties());
  const options = data?.items ?? (props.value ? [{ slug: props.value, name: props.value }] : []);
  return (
    <Select {...props}>
      <option value="">{t('Choose a county')}</option>
      {options.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </Select>
  );
}
