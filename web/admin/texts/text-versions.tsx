import { useState } from 'react';
import type { AdminText, TextSource, TextVersion } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { OriginalText } from './original-text.tsx';
import { TextDifference } from './text-difference.tsx';
import { useVersion } from './text-queries.ts';

const KINDS: Record<TextVersion['kind'], string> = {
  edited: t('Edited', null, 'version'),
  release: t('Back to the original text'),
  removed: t('Removed', null, 'version'),
};
const STATES: Record<TextVersion['state'], string> = {
  published: t('Published', null, 'version'),
  waiting: t('Waits'),
  canceled: t('Canceled', null, 'version'),
};

/** What was published, the newest first, and the text that came with the program. A version is compared with the text in the editor, and can replace it. */
export function TextVersions({
  text,
  current,
  disabled,
  isDirty,
  onUse,
  onRestored,
}: {
  text: AdminText;
  current: TextSource;
  disabled: boolean;
  isDirty: boolean;
  onUse: (source: TextSource) => void;
  /** Called when pages show the original text again. */
  onRestored: (text: AdminText) => void;
}) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section className="mt-10">
      <h3 className="mb-3 text-lg">{t('Versions')}</h3>
      {text.versions.length === 0 && !text.release ? (
        <p className="text-muted">{t('Nothing was published here yet.')}</p>
      ) : (
        <Card>
          <ul className="divide-y">
            {text.versions.map((version) => (
              <li key={version.number} className="p-4 sm:px-5">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <VersionFacts {...version} />
                  {version.kind !== 'removed' && (
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-expanded={open === version.number}
                      onClick={() => setOpen(open === version.number ? null : version.number)}
                    >
                      {rich('Compare<hidden> version {number}</hidden>', {
                        hidden: srOnly,
                        number: version.number,
                      })}
                    </Button>
                  )}
                </div>
                {open === version.number && (
                  <ComparedVersion
                    text={text}
                    number={version.number}
                    current={current}
                    disabled={disabled}
                    onUse={onUse}
                  />
                )}
              </li>
            ))}
            {text.release && (
              <li className="p-4 sm:px-5">
                <OriginalText
                  text={text}
                  current={current}
                  disabled={disabled}
                  isDirty={isDirty}
                  onRestored={onRestored}
                />
              </li>
            )}
          </ul>
        </Card>
      )}
    </section>
  );
}

const VersionFacts = ({ number, kind, state, publishAt, note, by }: TextVersion) => (
  <div className="min-w-0">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-semibold">{t('Version {number}', { number })}</span>
      <Badge tone={state === 'waiting' ? 'accent' : 'neutral'}>{kind === 'edited' ? STATES[state] : KINDS[kind]}</Badge>
    </p>
    <p className="wrap-anywhere text-muted text-sm">
      {by ? rich('{time} by {user}', { time: <DateTime at={publishAt} />, user: by }) : <DateTime at={publishAt} />}
    </p>
    {note && <p className="wrap-anywhere text-sm">{note}</p>}
  </div>
);

function ComparedVersion({
  text,
  number,
  current,
  disabled,
  onUse,
}: {
  text: AdminText;
  number: number;
  current: TextSource;
  disabled: boolean;
  onUse: (source: TextSource) => void;
}) {
  const { data, error } = useVersion(text.key, number);
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <Spinner label={t('Loading the version…')} className="min-h-24" />;
  return (
    <div className="mt-3 grid gap-3">
      <p className="text-muted">{t('From this version to the text in the editor:')}</p>
      <TextDifference kind={text.kind} before={data} after={current} />
      <p>
        <Button variant="secondary" size="sm" disabled={disabled} onClick={() => onUse(data)}>
          {t('Put version {number} into the editor', { number })}
        </Button>
      </p>
    </div>
  );
}
