import { Icon } from '../ui/icon.tsx';
import { DateTime } from '../ui/time.tsx';
import { useMailBacklog } from './admin-queries.ts';

/** Whether all emails have been sent, and how many wait or were given up. */
export function MailBacklog() {
  const { data: backlog, error } = useMailBacklog();
  const isClear = backlog?.waiting === 0 && backlog.givenUp === 0;
  return (
    <p className="mb-4 flex min-h-6 items-start gap-2 text-sm">
      <Icon
        name={isClear ? 'mail-check' : 'mail-warning'}
        className={`mt-0.5 size-4 shrink-0 ${isClear ? 'text-sage' : 'text-muted'}`}
      />
      <span>
        {error && 'How many mails wait could not be found out.'}
        {isClear && 'No mail waits to be sent.'}
        {backlog && backlog.waiting > 0 && (
          <>
            {formatEmailCount(backlog.waiting, 'waits', 'wait')} to be sent, since{' '}
            <DateTime at={backlog.waitingSince ?? ''} />. The site keeps trying.{' '}
          </>
        )}
        {backlog && backlog.givenUp > 0 && (
          <strong>
            {formatEmailCount(backlog.givenUp, 'was', 'were')} given up in the past 14 days: the mail server refused the
            address, or was away for three days. The log says which.
          </strong>
        )}
      </span>
    </p>
  );
}

const formatEmailCount = (count: number, one: string, many: string) =>
  count === 1 ? `1 mail ${one}` : `${count.toLocaleString('en-US')} mails ${many}`;
