import { useId, useState } from 'react';
import { type ListingColumn, type ListingView, MAX_VIEW_NAME_LENGTH } from '#contract/admin/listing-views.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useListingViews, useViewActions } from './view-queries.ts';

/** The saved views of the table: choosing one, saving what is shown now, and renaming and deleting them. */
export function SavedViews({
  filter,
  columns,
  onChoose,
}: {
  filter: URLSearchParams;
  columns: ListingColumn[];
  onChoose: (view: ListingView) => void;
}) {
  const { data } = useListingViews();
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const selectId = useId();
  const views = data?.items ?? [];
  const shown = views.find((view) => view.filter === filter.toString() && view.columns.join() === columns.join());
  return (
    <div className="flex flex-wrap items-end gap-3">
      {views.length > 0 && (
        <div className="grid min-w-60 gap-1.5">
          <label htmlFor={selectId} className="font-semibold">
            {t('Saved views')}
          </label>
          <Select
            id={selectId}
            value={shown?.id ?? ''}
            onChange={({ target }) => {
              const view = views.find(({ id }) => String(id) === target.value);
              if (view) onChoose(view);
            }}
          >
            <option value="">{t('Choose a view…')}</option>
            {views.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      {!shown && (
        <Button variant="secondary" className="min-h-12" disabled={!data} onClick={() => setDialog('save')}>
          <Icon name="star" />
          {t('Save this view…')}
        </Button>
      )}
      {views.length > 0 && (
        <Button variant="ghost" className="min-h-12" onClick={() => setDialog('manage')}>
          {t('Manage views…')}
        </Button>
      )}
      {dialog === 'save' && <SaveDialog filter={filter.toString()} columns={columns} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageDialog views={views} onClose={() => setDialog(null)} />}
    </div>
  );
}

function SaveDialog({ filter, columns, onClose }: { filter: string; columns: ListingColumn[]; onClose: () => void }) {
  const [name, setName] = useState('');
  const { busy, failure, save } = useViewActions();
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save this view')}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy} disabled={name.trim() === ''}>
            {busy ? t('Saving...') : t('Save view')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={async (event) => {
          event.preventDefault();
          if (!busy && name.trim() !== '' && (await save({ name, filter, columns }))) onClose();
        }}
      >
        <Field
          label={t('Name')}
          error={failure}
          hint={t('Keeps the filters, the order and the columns. Only you see it.')}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={MAX_VIEW_NAME_LENGTH}
              value={name}
              onChange={(event) => setName(event.target.value)}
              autoComplete="off"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function ManageDialog({ views, onClose }: { views: ListingView[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Saved views')}>
      {views.length === 0 ? (
        <p className="text-muted">{t('No saved views are left.')}</p>
      ) : (
        <ul className="grid gap-3">
          {views.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function ViewRow({ view }: { view: ListingView }) {
  const [name, setName] = useState(view.name);
  const { busy, failure, replace, remove } = useViewActions();
  const isChanged = name.trim() !== '' && name.trim() !== view.name;
  return (
    <li>
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !busy) void replace({ ...view, name });
        }}
      >
        <div className="min-w-40 flex-1">
          <TextInput
            aria-label={t('Name of {view}', { view: view.name })}
            maxLength={MAX_VIEW_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
          />
        </div>
        <Button type="submit" variant="secondary" size="sm" disabled={!isChanged || busy}>
          {rich('Rename<hidden> {view}</hidden>', {
            hidden: (text) => <span className="sr-only">{text}</span>,
            view: view.name,
          })}
        </Button>
        <Button variant="ghost" size="sm" disabled={busy} onClick={() => void remove(view)}>
          <Icon name="trash-2" />
          {t('Delete')}
          <span className="sr-only"> {view.name}</span>
        </Button>
      </form>
      {failure && (
        <p role="alert" className="mt-1 text-danger text-sm">
          {failure}
        </p>
      )}
    </li>
  );
}
