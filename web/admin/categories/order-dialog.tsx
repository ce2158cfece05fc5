import clsx from 'clsx';
import { useId, useRef, useState } from 'react';
import type { AdminCategory } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useCategoryActions } from './category-queries.ts';
import { shownName } from './shown-name.ts';

/** Puts the children of a category, or the top categories, in another order. */
export function OrderDialog({
  categories,
  parent,
  onClose,
}: {
  categories: AdminCategory[];
  parent: AdminCategory | null;
  onClose: () => void;
}) {
  const { order } = useCategoryActions();
  const [former] = useState(() => categories.filter(({ parentId }) => parentId === (parent?.id ?? null)));
  const [rows, setRows] = useState(former);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const isChanged = rows.some((row, i) => row !== former[i]);
  const submit = async () => {
    setBusy(true);
    const toIds = (list: AdminCategory[]) => list.map(({ id }) => id);
    const failed = await order({ parentId: parent?.id ?? null, former: toIds(former), ids: toIds(rows), reason });
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({ title: t('Order saved'), tone: 'success' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={parent ? t('Order of {name}', { name: shownName(parent) }) : t('Order of the top categories')}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy} disabled={!isChanged || reason.trim() === ''}>
            {busy ? t('Saving...') : t('Save order')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && reason.trim() !== '' && !busy) void submit();
        }}
      >
        <OrderList rows={rows} onChange={setRows} />
        <Field label={t('Reason')} hint={t('Required. Kept in the audit log.')}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              className="min-h-24"
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {failure && <FormAlert>{failure}</FormAlert>}
      </form>
    </Dialog>
  );
}

/** The rows with buttons that move them. The focus stays on the button, or goes to the other one at the end of the list. */
function OrderList({ rows, onChange }: { rows: AdminCategory[]; onChange: (rows: AdminCategory[]) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const move = (row: AdminCategory, by: -1 | 1) => {
    const from = rows.indexOf(row);
    const to = from + by;
    onChange(rows.toSpliced(from, 1).toSpliced(to, 0, row));
    setAnnouncement(
      t('{name} is {position} of {count}', { name: shownName(row), position: to + 1, count: rows.length }),
    );
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[to]?.querySelectorAll('button') ?? [])];
      (buttons[by < 0 ? 0 : 1]?.disabled
        ? buttons.find(({ disabled }) => !disabled)
        : buttons[by < 0 ? 0 : 1]
      )?.focus();
    });
  };
  return (
    <>
      <ol ref={list} className="rounded-card border">
        {rows.map((row, index) => (
          <li key={row.id} className={clsx('flex items-center gap-3 px-3', index > 0 && 'border-t')}>
            <Icon name={row.icon} className="size-5 shrink-0 text-pacific" />
            <span className="wrap-anywhere grow">{shownName(row)}</span>
            <MoveButton
              label={t('Move {name} up', { name: shownName(row) })}
              icon="arrow-up"
              disabled={index === 0}
              onClick={() => move(row, -1)}
            />
            <MoveButton
              label={t('Move {name} down', { name: shownName(row) })}
              icon="arrow-down"
              disabled={index === rows.length - 1}
              onClick={() => move(row, 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function MoveButton({ label, icon, ...rest }: { label: string; icon: string; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 shrink-0 place-items-center rounded-field text-pacific hover:bg-pacific-wash disabled:opacity-60"
      {...rest}
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
