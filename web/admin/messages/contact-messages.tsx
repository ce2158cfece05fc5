import { useState } from 'react';
import type { AdminMessage } from '#contract/contact/contact.ts';
import { INQUIRY_TYPES } from '#contract/contact/inquiry-types.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/limits.ts';
import { type AdminActions, getActionKey } from '#web/admin/admin-actions.ts';
import { useMessages } from '#web/admin/admin-queries.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { OptionalDateTime } from '#web/admin/date-time.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { MailBacklog } from '#web/admin/health/mail-backlog.tsx';
import { ListFilter } from '#web/admin/list-filter.tsx';
import type { CursorPages } from '#web/base/api/use-cursor-pages.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

type ActionProps = AdminActions & { confirm: (confirmation: Confirmation) => void };
type Status = AdminMessage['status'];

/** Messages from the contact form: new ones, answered ones or spam. */
export function Messages(actionProps: ActionProps) {
  const [status, setStatus] = useState<Status>('new');
  return (
    <>
      <ListFilter options={FILTERS} value={status} onChange={setStatus} />
      <MailBacklog />
      <MessagesOfStatus key={status} status={status} {...actionProps} />
    </>
  );
}

function MessagesOfStatus({ status, ...actionProps }: { status: Status } & ActionProps) {
  return <MessageTable status={status} messages={useMessages(status)} {...actionProps} />;
}

const FILTERS = { new: t('New messages'), answered: t('Answered messages'), spam: t('Spam') };
const CAPTIONS = {
  new: t('New messages, newest first'),
  answered: t('Answered messages, newest first'),
  spam: t('Messages marked as spam, newest first'),
};
const EMPTY_TEXTS = { new: t('No new messages.'), answered: t('No answered messages.'), spam: t('No spam.') };

function MessageTable({
  status,
  messages,
  ...actionProps
}: { status: Status; messages: CursorPages<AdminMessage> } & ActionProps) {
  return (
    <PaginatedTable
      list={messages}
      itemsLabel={t('messages')}
      errorTitle={t('Failed to fetch messages')}
      empty={EMPTY_TEXTS[status]}
      caption={CAPTIONS[status]}
      columns={[
        fromColumn,
        messageColumn,
        ...(status === 'answered' ? [replyColumn] : []),
        sentColumn,
        {
          heading: t('Actions'),
          cell: (message) => <MessageActions message={message} {...actionProps} />,
          className: 'as-table:w-0',
          foot: true,
        },
      ]}
      rowKey={(message) => message.id}
    />
  );
}

const fromColumn: Column<AdminMessage> = {
  heading: t('From', null, 'sender'),
  cell: ({ sender, account }) => (
    <div className="typed">
      <p className="typed font-semibold">{sender.name}</p>
      <p className="typed text-sm">{sender.email}</p>
      {account && (
        <p className="typed text-muted text-sm">{t('Account: {username}', { username: account.username })}</p>
      )}
    </div>
  ),
  className: 'as-table:w-1/5',
};
const messageColumn: Column<AdminMessage> = {
  heading: t('Message'),
  cell: ({ inquiryType, subject, message }) => (
    <>
      <p className="typed font-semibold">
        <bdi>{subject}</bdi> <Badge>{INQUIRY_TYPES[inquiryType]}</Badge>
      </p>
      <ExpandableText text={message} />
    </>
  ),
  className: 'as-table:w-2/5',
};
const replyColumn: Column<AdminMessage> = {
  heading: t('Reply'),
  cell: ({ answer, answeredAt }) => (
    <>
      <p className="text-muted text-sm">
        <OptionalDateTime at={answeredAt} />
      </p>
      <ExpandableText text={answer} />
    </>
  ),
  className: 'as-table:w-1/4',
};
const sentColumn: Column<AdminMessage> = {
  heading: t('Sent', null, 'dates'),
  cell: (message) => <OptionalDateTime at={message.createdAt} />,
};

function MessageActions({ message, pendingAction, perform, confirm }: { message: AdminMessage } & ActionProps) {
  const { id, status, subject } = message;
  const name = <span className="sr-only"> {subject}</span>;
  const deletion: Confirmation = {
    action: 'deleteMessage',
    id,
    title: t('Delete this message?'),
    description: rich('{subject} will be permanently deleted. This can’t be undone.', {
      subject: <bdi className="font-semibold">{subject}</bdi>,
    }),
    confirmLabel: t('Delete message'),
    busyLabel: t('Deleting...'),
    danger: true,
  };
  const spamAction = status === 'spam' ? 'markNotSpam' : 'markSpam';
  const isSpamActionPending = pendingAction === getActionKey(spamAction, id);
  return (
    <span className="flex flex-wrap gap-2 as-table:flex-nowrap">
      {status === 'new' && (
        <Button
          variant="secondary"
          size="sm"
          disabled={pendingAction !== null}
          onClick={() => confirm(toReplyConfirmation(message))}
        >
          <Icon name="mail" />
          {t('Reply', null, 'verb')}
          {name}
        </Button>
      )}
      {status !== 'answered' && (
        <Button
          variant="secondary"
          size="sm"
          busy={isSpamActionPending}
          disabled={pendingAction !== null}
          onClick={() => perform(spamAction, id)}
        >
          {!isSpamActionPending && <Icon name={status === 'spam' ? 'undo-2' : 'ban'} />}
          {status === 'spam' ? t('Not spam') : t('Spam')}
          {name}
        </Button>
      )}
      <Button variant="secondary" size="sm" disabled={pendingAction !== null} onClick={() => confirm(deletion)}>
        <Icon name="trash-2" />
        {t('Delete')}
        {name}
      </Button>
    </span>
  );
}

const toReplyConfirmation = ({ id, subject, message, sender: { name, email } }: AdminMessage): Confirmation => ({
  action: 'answer',
  id,
  title: t('Reply to this message'),
  description: (
    <>
      <span className="block text-muted text-sm">
        {rich('From {name}, {email}', { name: <bdi>{name}</bdi>, email })}
      </span>
      <bdi className="mt-1 block font-semibold">{subject}</bdi>
      <span className="mt-1 block whitespace-pre-line border-line border-l-4 pl-3 text-muted">{message}</span>
    </>
  ),
  reason: {
    label: t('Your reply'),
    hint: t(
      'We email this exactly as you write it. If the sender’s address is confirmed, we quote their message below it.',
    ),
    apiField: 'text',
    maxLength: MAX_MESSAGE_LENGTH,
  },
  confirmLabel: t('Send reply'),
  busyLabel: t('Sending...'),
});
