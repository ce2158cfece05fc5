import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminText } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Menu, type MenuItem } from '#web/base/ui/menu.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { toListPath } from './editor-path.ts';
import { type TextChanged, useTextActions } from './text-queries.ts';
import { describeUse } from './text-use.ts';

/** What is asked before a text is taken away or replaced. */
interface Question {
  title: string;
  about: string;
  button: string;
  done: string;
  run: () => Promise<TextChanged & { isDeleted?: boolean }>;
}

/** A menu with what is rarely done with a text. Each is confirmed. */
export function MoreActions({
  text,
  isDirty,
  onDone,
}: {
  text: AdminText;
  isDirty: boolean;
  onDone: (text: AdminText) => void;
}) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const items = listQuestions(text, useTextActions(text.key)).map(
    ({ label, icon, ...asked }): MenuItem => ({ label, icon, tone: 'danger', onSelect: () => setQuestion(asked) }),
  );
  if (items.length === 0) return null;
  const confirm = async () => {
    if (!question) return;
    setBusy(true);
    const { text: changed, failure: failed, isDeleted } = await question.run();
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: question.done, tone: 'success' });
    setQuestion(null);
    if (changed) onDone(changed);
    if (isDeleted) void navigate(toListPath(text.language));
  };
  return (
    <>
      <Menu label={t('More for {title}', { title: text.title })} items={items} />
      <Dialog
        open={question !== null}
        onClose={() => {
          setFailure(undefined);
          setQuestion(null);
        }}
        title={question?.title ?? ''}
        actions={
          <>
            <Button variant="danger" busy={busy} onClick={confirm}>
              {question?.button}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => setQuestion(null)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        <p>{question?.about}</p>
        {isDirty && <p className="mt-3 text-muted">{t('What you typed and haven’t saved is replaced.')}</p>}
        {failure && (
          <p role="alert" className="mt-3 text-danger">
            {failure}
          </p>
        )}
      </Dialog>
    </>
  );
}

/** What can be done with a text as it is. */
function listQuestions(
  { version, state, scheduledFor, draft, kind, versions }: AdminText,
  { act, deletePost }: ReturnType<typeof useTextActions>,
): (Question & { label: string; icon: string })[] {
  const isPublished = state === 'release' || state === 'edited';
  return scheduledFor
    ? []
    : [
        ...(draft && state !== 'unpublished'
          ? [
              {
                label: t('Discard draft'),
                icon: 'trash-2',
                title: t('Discard the draft?'),
                about: describeUse(kind).staysAsItIs,
                button: t('Discard draft'),
                done: t('Draft discarded'),
                run: () => act('discard', { version }),
              },
            ]
          : []),
        ...(kind === 'post' && isPublished
          ? [
              {
                label: t('Remove from the blog'),
                icon: 'eye-off',
                title: t('Remove this post from the blog?'),
                about: t('Its page shows “not found”. The text becomes a draft, which you can publish again.'),
                button: t('Remove post'),
                done: t('Post removed'),
                run: () => act('remove', { version }),
              },
            ]
          : []),
        ...(state === 'unpublished' && versions.length === 0
          ? [
              {
                label: t('Delete post'),
                icon: 'trash-2',
                title: t('Delete this post?'),
                about: t('It was never published, and can’t be brought back.'),
                button: t('Delete post'),
                done: t('Post deleted'),
                run: async () => ({ failure: await deletePost(version), isDeleted: true }),
              },
            ]
          : []),
      ];
}
