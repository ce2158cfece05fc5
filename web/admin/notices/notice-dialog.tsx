import { useState } from 'react';
import { type AdminNotice, DEFAULT_NOTICE_HOURS, type Notice, type NoticeForm } from '#contract/admin/notices.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { toLocalInput } from './los-angeles-input.ts';
import { formSchema, type NoticeFormInput, toField } from './notice-form.ts';
import { NoticePreview } from './notice-preview.tsx';
import { useNoticeActions } from './notice-queries.ts';
import { ScopeField } from './scope-field.tsx';

const DAY_MS = 86_400_000;

/** Adds a notice, or edits one that has not ended, with a preview. */
export function NoticeDialog({
  notice,
  filled = null,
  onClose,
}: {
  notice: AdminNotice | null;
  /** What a new one begins with. */
  filled?: Partial<NoticeFormInput> | null;
  onClose: () => void;
}) {
  const { add, edit } = useNoticeActions();
  const [defaultValues] = useState(() => ({ ...toInput(notice), ...filled }));
  const form = useSchemaForm<NoticeFormInput, NoticeForm>({
    schema: formSchema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const failure = await (notice ? edit(notice, values) : add(values));
      if (failure)
        return {
          ...failure,
          issues: failure.issues?.map((issue) => ({ ...issue, path: toField(issue.path)[0] ?? '' })),
        };
      toast({
        title: notice ? t('Notice saved') : t('Notice added'),
        description: describeStart(values),
        tone: 'success',
      });
      onClose();
      return undefined;
    },
  });
  const isLive = notice?.state === 'live';
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={notice ? t('Edit notice') : t('Add notice')}
      intro={<Preview input={form.watch()} />}
      focus="text"
      submitLabel={notice ? t('Save') : t('Add notice')}
      busyLabel={t('Saving...')}
    >
      <FormControl
        form={form}
        name="text"
        label={t('Text')}
        maxLength={300}
        hint={t('What happened, and what visitors should do.')}
      >
        {(control) => <TextArea {...control} rows={3} className="min-h-24" />}
      </FormControl>
      <FormControl
        form={form}
        name="spanishText"
        label={t('Text in Spanish')}
        optional
        maxLength={300}
        hint={t('Without it, pages in Spanish show the English text.')}
      >
        {(control) => <TextArea {...control} lang="es" rows={3} className="min-h-24" />}
      </FormControl>
      <FormControl
        form={form}
        name="tone"
        label={t('Tone')}
        hint={t('Visitors can dismiss everything but what is urgent.')}
      >
        {(control) => (
          <Select {...control}>
            <option value="information">{t('Information')}</option>
            <option value="warning">{t('Warning')}</option>
            <option value="urgent">{t('Urgent')}</option>
          </Select>
        )}
      </FormControl>
      <ScopeField form={form} />
      <FormControl
        form={form}
        name="link"
        label={t('Link')}
        optional
        hint={t('https://… or a page here, such as /help')}
      >
        {(control) => <TextInput {...control} inputMode="url" autoComplete="off" />}
      </FormControl>
      <FormControl form={form} name="linkLabel" label={t('Text of the link')} optional>
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormControl>
      <FormControl form={form} name="spanishLinkLabel" label={t('Text of the link in Spanish')} optional>
        {(control) => <TextInput {...control} lang="es" autoComplete="off" />}
      </FormControl>
      <FormControl
        form={form}
        name="startsAt"
        label={t('Start', null, 'noun')}
        optional
        hint={isLive ? t('Empty keeps the current start.') : t('Los Angeles time. Empty means now.')}
      >
        {(control) => <TextInput {...control} type="datetime-local" />}
      </FormControl>
      <FormControl
        form={form}
        name="endsAt"
        label={t('End', null, 'noun')}
        optional
        hint={t('Los Angeles time. Empty means {hours} hours after the start.', { hours: DEFAULT_NOTICE_HOURS })}
      >
        {(control) => <TextInput {...control} type="datetime-local" />}
      </FormControl>
    </FormDialog>
  );
}

function Preview({ input }: { input: NoticeFormInput }) {
  const { text, tone, link, linkLabel, spanishText = '', spanishLinkLabel } = input;
  const shown: Notice = {
    id: 0,
    version: 1,
    text: text.trim() || t('What you write appears here.'),
    language: text.trim() ? DEFAULT_LANGUAGE : LANGUAGE,
    link: link && linkLabel ? { href: link, label: linkLabel } : null,
    tone,
    scope: { kind: 'everywhere', slug: null },
  };
  return (
    <div className="mb-5 overflow-hidden rounded-card border">
      <p className="sr-only">{t('Preview')}</p>
      <NoticePreview notice={shown} />
      {spanishText.trim() !== '' && (
        <NoticePreview
          notice={{
            ...shown,
            text: spanishText.trim(),
            language: 'es',
            link: link && spanishLinkLabel ? { href: link, label: spanishLinkLabel } : null,
          }}
        />
      )}
    </div>
  );
}

function toInput(notice: AdminNotice | null): NoticeFormInput {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  return {
    text: notice?.text ?? '',
    tone: notice?.tone ?? 'information',
    kind: notice?.scope.kind ?? 'everywhere',
    slug: notice?.scope.slug ?? '',
    link: notice?.link?.href ?? '',
    linkLabel: notice?.link?.label ?? '',
    spanishText: notice?.translations.es?.text ?? '',
    spanishLinkLabel: notice?.translations.es?.linkLabel ?? '',
    startsAt: notice?.state === 'coming' ? toLocalInput(notice.startsAt) : '',
    endsAt: toLocalInput(notice?.endsAt ?? tomorrow),
  };
}

const describeStart = ({ startsAt }: NoticeForm) =>
  startsAt !== null && Date.parse(startsAt) > Date.now()
    ? t('It appears at its start.')
    : t('It’s live within a minute.');
