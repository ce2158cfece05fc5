import { useId, useState } from 'react';
import type { AdminMessage } from '#contract/contact.ts';
import { INQUIRY_TYPES, LONGEST_MESSAGE } from '#contract/inquiry-types.ts';
import type { Pages } from '../app/use-cursor-pages.ts';
import { PagesPanel } from '../layout/pages-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Select } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Deeds, deedTo } from './deeds.ts';
import { useMessages } from './lists.ts';
import { MailBacklog } from './mail-backlog.tsx';
import { Moment } from './moment.tsx';
import type { Question } from './question-dialog.tsx';
import { Reason } from './reason.tsx';

type Acts = Deeds & { ask: (question: Question) => void };
type Status = AdminMessage['status'];

/** What people write by the contact form: what is new, what was answered, and what is spam. */
export function Messages({ fresh, ...acts }: { fresh: Pages<AdminMessage> } & Acts) {
  const id = useId();
  const [shown, setShown] = useState<Status>('new');
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <label htmlFor={id} className="shrink-0 font-semibold text-sm">
          Show
        </label>
        <Select id={id} value={shown} onChange={(event) => setShown(event.target.value as Status)} className="max-w-60">
          <option value="new">New messages</option>
          <option value="answered">Answered messages</option>
          <option value="spam">Spam</option>
        </Select>
      </div>
      <MailBacklog />
      {shown === 'new' ? (
        <MessageTable status="new" messages={fresh} {...acts} />
      ) : (
        <OtherMessages key={shown} status={shown} {...acts} />
      )}
    </>
  );
}

function OtherMessages({ status, ...acts }: { status: Exclude<Status, 'new'> } & Acts) {
  return <MessageTable status={status} messages={useMessages(status)} {...acts} />;
}

const CAPTIONS = { new: 'New messages', answered: 'Answered messages', spam: 'Messages marked as spam' };
const EMPTY = { new: 'No new messages.', answered: 'No answered messages.', spam: 'No spam.' };

function MessageTable({ status, messages, ...acts }: { status: Status; messages: Pages<AdminMessage> } & Acts) {
  return (
    <PagesPanel list={messages} what="messages" failed="Failed to fetch messages" empty={EMPTY[status]}>
      {(rows) => (
        <DataTable
          caption={`${CAPTIONS[status]}, newest first`}
          columns={[
            from,
            words,
            ...(status === 'answered' ? [reply] : []),
            sent,
            {
              heading: 'Actions',
              cell: (message) => <Acts message={message} {...acts} />,
              className: 'as-table:w-0',
              foot: true,
            },
          ]}
          rows={rows}
          rowKey={(message) => message.id}
          busy={messages.isFetching}
        />
      )}
    </PagesPanel>
  );
}

const from: Column<AdminMessage> = {
  heading: 'From',
  cell: ({ sender, account }) => (
    <div className="typed">
      {sender ? (
        <>
          <p className="typed font-semibold">{sender.name}</p>
          <p className="typed text-sm">{sender.email}</p>
        </>
      ) : (
        <p className="text-muted">Account deleted</p>
      )}
      {account && <p className="typed text-muted text-sm">Account: {account.username}</p>}
    </div>
  ),
  className: 'as-table:w-1/5',
};
const words: Column<AdminMessage> = {
  heading: 'Message',
  cell: ({ inquiryType, subject, message }) => (
    <>
      <p className="typed font-semibold">
        <bdi>{subject}</bdi> <Badge>{INQUIRY_TYPES[inquiryType]}</Badge>
      </p>
      <Reason text={message} />
    </>
  ),
  className: 'as-table:w-2/5',
};
const reply: Column<AdminMessage> = {
  heading: 'Reply',
  cell: ({ answer, answeredAt }) => (
    <>
      <p className="text-muted text-sm">
        <Moment at={answeredAt} />
      </p>
      <Reason text={answer} />
    </>
  ),
  className: 'as-table:w-1/4',
};
const sent: Column<AdminMessage> = { heading: 'Sent', cell: (message) => <Moment at={message.createdAt} /> };

function Acts({ message, busyWith, perform, ask }: { message: AdminMessage } & Acts) {
  const { id, sender, status, subject } = message;
  const name = <span className="sr-only"> {subject}</span>;
  const remove: Question = {
    deed: 'deleteMessage',
    id,
    title: 'Delete this message?',
    about: (
      <>
        <bdi className="font-semibold">{subject}</bdi> is gone for good. This cannot be taken back.
      </>
    ),
    act: 'Delete message',
    acting: 'Deleting...',
    danger: true,
  };
  const turn = status === 'spam' ? 'markNotSpam' : 'markSpam';
  const turning = busyWith === deedTo(turn, id);
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      {status === 'new' && sender && (
        <Button
          variant="secondary"
          size="sm"
          disabled={busyWith !== null}
          onClick={() => ask(replyTo(message, sender))}
        >
          <Icon name="mail" />
          Reply{name}
        </Button>
      )}
      {status !== 'answered' && (
        <Button
          variant="secondary"
          size="sm"
          busy={turning}
          disabled={busyWith !== null}
          onClick={() => perform(turn, id)}
        >
          {!turning && <Icon name={status === 'spam' ? 'undo-2' : 'ban'} />}
          {status === 'spam' ? 'Not spam' : 'Spam'}
          {name}
        </Button>
      )}
      <Button variant="secondary" size="sm" disabled={busyWith !== null} onClick={() => ask(remove)}>
        <Icon name="trash-2" />
        Delete{name}
      </Button>
    </span>
  );
}

const replyTo = (
  { id, subject, message }: AdminMessage,
  { name, email }: NonNullable<AdminMessage['sender']>,
): Question => ({
  deed: 'answer',
  id,
  title: 'Reply to this message',
  about: (
    <>
      <span className="block text-muted text-sm">
        From <bdi>{name}</bdi>, {email}
      </span>
      <bdi className="mt-1 block font-semibold">{subject}</bdi>
      <span className="mt-1 block whitespace-pre-line border-line border-l-4 pl-3 text-muted">{message}</span>
    </>
  ),
  reason: {
    label: 'Your reply',
    hint: 'Mailed as you write it, with the message below it.',
    sentAs: 'text',
    most: LONGEST_MESSAGE,
  },
  act: 'Send reply',
  acting: 'Sending...',
});
