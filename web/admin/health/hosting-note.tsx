import { t } from '#contract/i18n/t.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { CopyButton } from './copy-button.tsx';

/** What to ask of whoever runs the server, in words to copy, so that backups are made by themselves and encrypted. */
export function HostingNote({ isAutomatic, isEncrypted }: { isAutomatic: boolean; isEncrypted: boolean }) {
  const note = [
    ...(isAutomatic
      ? []
      : [
          t(
            'Please set BACKUP_TO for our site: a folder on another machine, or https://server/bucket/folder. Then a backup is made each day.',
          ),
        ]),
    ...(isEncrypted
      ? []
      : [
          t(
            'Please run “npm run backup -- --make-keys”, set BACKUP_RECIPIENT to the first key, and give us the second one, which must not stay on the server.',
          ),
        ]),
    t('Then restart the site. Details are in docs/backup.md.'),
  ].join('\n');
  return (
    <Disclosure summary={isAutomatic ? t('Have backups encrypted') : t('Have backups made each day, in another place')}>
      <p className="mb-2">{t('Send this to whoever runs the server:')}</p>
      <p className="wrap-anywhere whitespace-pre-line rounded-field border bg-paper p-3.5 text-sm">{note}</p>
      <p className="mt-3">
        <CopyButton text={note} label={t('Copy text')} />
      </p>
    </Disclosure>
  );
}
