import { useSiteState } from '#web/admin/admin-queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

/** Says that the site is a copy restored from a backup, what it does not do, and how it becomes the site itself. */
export function RestoredNotice() {
  const { data } = useSiteState();
  if (!data?.restored) return null;
  const { at, backup } = data.restored;
  return (
    <div role="status" className="mb-6 flex items-start gap-2 rounded-field bg-danger-wash px-3.5 py-3">
      <Icon name="circle-alert" className="mt-1 size-4 shrink-0 text-danger" />
      <div className="grid gap-2">
        <p>
          {rich(
            '<strong>This is a copy of the site,</strong> restored on {date} from the backup {backup}. It sends no emails, takes, settles and refunds no payments, makes no backups, and deletes no files of pictures.',
            {
              strong: (text) => <strong>{text}</strong>,
              date: <DateTime at={at} />,
              backup: <span className="wrap-anywhere">{backup}</span>,
            },
          )}
        </p>
        <p>
          {rich(
            'To make it the site itself, run <code>npm run restored:confirm</code> on the server and restart it. Emails that are waiting are sent then.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
      </div>
    </div>
  );
}
