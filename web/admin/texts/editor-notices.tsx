import type { ReactNode } from 'react';
import type { AdminText, TextSource } from '#contract/admin/texts.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { nameLanguage } from '#web/base/i18n/name-language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { TextDifference } from './text-difference.tsx';
import { toPlainSource } from './text-labels.ts';
import { describeUse } from './text-use.ts';

function EditorNotice({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions: ReactNode }) {
  return (
    <Card className="mb-6 grid gap-3 p-4">
      <p className="wrap-anywhere font-semibold">{title}</p>
      {children}
      <div className="flex flex-wrap gap-2">{actions}</div>
    </Card>
  );
}

/** Shows the text from which this one is translated. */
export function TranslationNotice({ text: { original, language, state, kind, isBehind } }: { text: AdminText }) {
  if (!original || (language === DEFAULT_LANGUAGE && state !== 'missing' && !isBehind)) return null;
  const names = { language: nameLanguage(language), original: nameLanguage(original.language) };
  return (
    <div className="mb-6">
      {state === 'missing' && (
        <p className="mb-2">
          {t(
            'Pages in {language} show this text in {original}, which is in the editor: translate it. What stands in braces behind headings stays, so that links lead to them.',
            { language: names.language, original: names.original },
          )}
        </p>
      )}
      {isBehind && (
        <p className="mb-2 font-semibold">
          {t(
            'The text in {original} was published after this one. Compare the two, change what differs, and publish this one: that also says that it is up to date.',
            { original: names.original },
          )}
        </p>
      )}
      <Disclosure summary={t('The text in {language}', { language: names.original })}>
        <p
          lang={original.language}
          className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-line rounded-field border bg-paper p-3.5 text-sm"
        >
          {toPlainSource(kind, original)}
        </p>
      </Disclosure>
    </div>
  );
}

/** Says that a version waits, and offers to cancel it. */
export function ScheduledNotice({ text, busy, onCancel }: { text: AdminText; busy: boolean; onCancel: () => void }) {
  if (!text.scheduledFor) return null;
  return (
    <EditorNotice
      title={rich('This text appears on {time}, Los Angeles time.', { time: <DateTime at={text.scheduledFor} /> })}
      actions={
        <Button variant="secondary" size="sm" busy={busy} onClick={onCancel}>
          {t('Cancel publication')}
        </Button>
      }
    >
      <p className="text-muted">{t('To change it, cancel the publication. It becomes a draft again.')}</p>
    </EditorNotice>
  );
}

/** Shows what somebody else saved meanwhile beside what was typed here. */
export function ConflictNotice({
  text,
  mine,
  theirs,
  onChoose,
}: {
  text: AdminText;
  mine: TextSource;
  theirs: TextSource | null;
  onChoose: (source: TextSource) => void;
}) {
  if (!theirs) return null;
  return (
    <div role="alert">
      <EditorNotice
        title={
          text.changedBy
            ? t('{user} changed this text while you had it open. What you typed is still here.', {
                user: text.changedBy,
              })
            : t('Someone else changed this text while you had it open. What you typed is still here.')
        }
        actions={
          <>
            <Button variant="secondary" size="sm" onClick={() => onChoose(mine)}>
              {t('Go on with mine')}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => onChoose(theirs)}>
              {t('Use theirs')}
            </Button>
          </>
        }
      >
        <p className="text-muted">{t('From their text to yours:')}</p>
        <TextDifference kind={text.kind} before={theirs} after={mine} />
      </EditorNotice>
    </div>
  );
}

/** Says that the release has a newer text than the one that was edited. */
export function NewerReleaseNotice({
  text,
  busy,
  disabled,
  onKeep,
  onUse,
}: {
  text: AdminText;
  busy: boolean;
  disabled: boolean;
  onKeep: () => void;
  onUse: (release: TextSource) => void;
}) {
  const { hasNewerRelease, release, published, kind } = text;
  if (!hasNewerRelease || !release || !published) return null;
  return (
    <EditorNotice
      title={describeUse(kind).newerOriginal}
      actions={
        <>
          <Button variant="secondary" size="sm" busy={busy} disabled={disabled} onClick={onKeep}>
            {t('Keep the edited text')}
          </Button>
          <Button variant="secondary" size="sm" disabled={disabled} onClick={() => onUse(release)}>
            {t('Edit the newer original')}
          </Button>
        </>
      }
    >
      <Disclosure summary={t('From the edited text to the newer original')}>
        <TextDifference kind={kind} before={published} after={release} />
      </Disclosure>
    </EditorNotice>
  );
}
