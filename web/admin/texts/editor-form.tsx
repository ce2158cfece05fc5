import { useRef, useState } from 'react';
import type { AdminText, TextIssue } from '#contract/admin/texts.ts';
import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { DiscardChanges } from './discard-changes.tsx';
import { EditorFields } from './editor-fields.tsx';
import { EditorLinks } from './editor-links.tsx';
import { ConflictNotice, NewerReleaseNotice, ScheduledNotice, TranslationNotice } from './editor-notices.tsx';
import { EditorPreview } from './editor-preview.tsx';
import { MoreActions } from './more-actions.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TextBadges } from './text-badges.tsx';
import { type TextChanged, usePreview, useTextActions } from './text-queries.ts';
import { TextVersions } from './text-versions.tsx';
import { useEditedText } from './use-edited-text.ts';

/** Edits a text that is loaded. */
export function EditorForm({ text }: { text: AdminText }) {
  const { source, version, isDirty, theirs, setSource, adopt } = useEditedText(text);
  const { saveDraft, act } = useTextActions(text.key);
  const { data: preview, error: previewError } = usePreview(text.key, source);
  const [busy, setBusy] = useState<string | null>(null);
  const markdownRef = useRef<HTMLTextAreaElement>(null);
  const [isPublishing, setIsPublishing] = useState(false);
  const isLocked = text.scheduledFor !== null;
  const issues = preview?.issues ?? [];
  // The text in the editor is that of another language.
  const isUntouched = text.state === 'missing' && !isDirty;

  /** Runs a change, shows its result, and continues from the changed text. */
  const run = async (name: string, change: () => Promise<TextChanged>, done: string) => {
    setBusy(name);
    const { text: changed, failure } = await change();
    setBusy(null);
    if (changed) {
      adopt(changed);
      toast({ title: done, tone: 'success' });
    } else toast({ title: failure?.message ?? t('Failed'), tone: 'danger' });
  };
  return (
    <>
      <EditorHeader
        text={text}
        isDirty={isDirty}
        isSaving={busy === 'draft'}
        disabled={busy !== null || isLocked || theirs !== null}
        canPublish={issues.length === 0 && !isUntouched}
        onSave={() => run('draft', () => saveDraft(source, version), t('Draft saved'))}
        onPublish={() => setIsPublishing(true)}
        onDiscard={() => adopt(text)}
        onDone={(changed) => adopt(changed)}
      />
      <div>
        <TranslationNotice text={text} />
        <ScheduledNotice
          text={text}
          busy={busy === 'cancel'}
          onCancel={() =>
            run('cancel', () => act('cancel', { version }), t('Publication canceled. It’s a draft again.'))
          }
        />
        <ConflictNotice text={text} mine={source} theirs={theirs} onChoose={(chosen) => adopt(text, chosen)} />
        <NewerReleaseNotice
          text={text}
          busy={busy === 'keep'}
          disabled={isDirty || isLocked}
          onKeep={() => run('keep', () => act('keep', { version }), t('The edited text stays'))}
          onUse={(release) => setSource(release)}
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5">
          <EditorFields
            text={text}
            source={source}
            issues={issues}
            markdownRef={markdownRef}
            disabled={isLocked}
            onChange={setSource}
          />
        </div>
        <EditorPreview
          preview={preview}
          error={previewError}
          onOpen={(issue) => openLine(markdownRef.current, source.markdown, issue)}
        />
      </div>
      <TextVersions
        text={text}
        current={source}
        disabled={isLocked}
        isDirty={isDirty}
        onRestored={(changed) => adopt(changed)}
        onUse={(restored) => {
          setSource(restored);
          toast({
            title: t('The version is in the editor'),
            description: t('Save it as a draft, or publish it.'),
            tone: 'success',
          });
        }}
      />
      {isPublishing && (
        <PublishDialog
          text={text}
          source={source}
          version={version}
          onClose={() => setIsPublishing(false)}
          onPublished={(changed) => {
            setIsPublishing(false);
            adopt(changed);
          }}
        />
      )}
    </>
  );
}

function EditorHeader({
  text,
  isDirty,
  isSaving,
  disabled,
  canPublish,
  onSave,
  onPublish,
  onDiscard,
  onDone,
}: {
  text: AdminText;
  isDirty: boolean;
  isSaving: boolean;
  disabled: boolean;
  canPublish: boolean;
  onSave: () => void;
  onPublish: () => void;
  onDiscard: () => void;
  onDone: (text: AdminText) => void;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h3 className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          {text.title} <Badge tone="neutral">{LANGUAGE_NAMES[text.language]}</Badge> <TextBadges text={text} />
        </h3>
        <EditorLinks text={text} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isDirty && <span className="text-muted text-sm max-sm:basis-full">{t('Not saved')}</span>}
        {isDirty && <DiscardChanges text={text} disabled={isSaving} onDiscard={onDiscard} />}
        <Button variant="secondary" size="sm" busy={isSaving} disabled={disabled || !isDirty} onClick={onSave}>
          {t('Save draft')}
        </Button>
        <Button size="sm" disabled={disabled || !canPublish} onClick={onPublish}>
          {t('Publish…')}
        </Button>
        <MoreActions text={text} isDirty={isDirty} onDone={onDone} />
      </div>
    </div>
  );
}

/** Selects a line of the Markdown. */
function openLine(control: HTMLTextAreaElement | null, markdown: string, { line }: TextIssue) {
  if (!control || line === null) return;
  const lines = markdown.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  control.focus();
  control.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  control.scrollIntoView({ block: 'nearest' });
}
