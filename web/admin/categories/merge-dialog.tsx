import { useId, useState } from 'react';
import type { AdminCategory, MergePreview } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog, setAutofocus } from '#web/base/ui/dialog.tsx';
import { Select, TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useCategoryActions, useMergePreview } from './category-queries.ts';
import { shownName } from './shown-name.ts';

/** Merges a category into another one, after it has said what that touches. */
export function MergeDialog({
  categories,
  category,
  onClose,
}: {
  categories: AdminCategory[];
  category: AdminCategory;
  onClose: () => void;
}) {
  const { merge } = useCategoryActions();
  const [into, setInto] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const target = categories.find(({ id }) => String(id) === into);
  const { data: preview, error } = useMergePreview(category, target?.id ?? null);
  const isReady = target !== undefined && preview !== undefined && reason.trim() !== '';
  const submit = async () => {
    if (!target) return;
    setBusy(true);
    const failed = await merge(category, { into: target.id, reason });
    setBusy(false);
    if (failed) return setFailure(failed.message);
    toast({
      title: t('{category} is merged into {target}', { category: shownName(category), target: shownName(target) }),
      tone: 'success',
    });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Merge {name} into another category?', { name: shownName(category) })}
      actions={
        <>
          <Button type="submit" form={formId} variant="danger" busy={busy} disabled={!isReady}>
            {busy ? t('Merging...') : target ? t('Merge into {name}', { name: shownName(target) }) : t('Merge')}
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
          if (isReady && !busy) void submit();
        }}
      >
        <Field label={t('Merge into')}>
          {(control) => (
            <Select {...control} ref={setAutofocus} value={into} onChange={(event) => setInto(event.target.value)}>
              <option value="">{t('Choose a category')}</option>
              <TargetOptions categories={categories} own={category.id} />
            </Select>
          )}
        </Field>
        <div role="status" className="grid gap-2 rounded-field bg-pacific-wash p-4">
          {!target ? (
            <p className="text-muted">{t('Choose a category to see what will happen.')}</p>
          ) : error ? (
            <p className="text-danger">{error.message}</p>
          ) : preview ? (
            <Effects category={category} target={target} preview={preview} />
          ) : (
            <Spinner label={t('Checking what will happen…')} />
          )}
        </div>
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

function Effects({
  category,
  target,
  preview: { listings, pages, notices, savedSearches, needsApproval },
}: {
  category: AdminCategory;
  target: AdminCategory;
  preview: MergePreview;
}) {
  return (
    <>
      <p className="font-semibold">{t('This can’t be undone.')}</p>
      <ul className="list-disc pl-5">
        <li>
          {t('{listings, plural, one {# listing moves} other {# listings move}} to {target}.', {
            listings,
            target: shownName(target),
          })}
        </li>
        <li>
          {t(
            '{pages, plural, one {# page of {category} redirects} other {# pages of {category} redirect}} there, as soon as the last listing has moved.',
            { pages, category: shownName(category) },
          )}
        </li>
        <li>{t('Its name and words find {target}.', { target: shownName(target) })}</li>
        {notices > 0 && savedSearches > 0 ? (
          <li>
            {t(
              '{notices, plural, one {# notice} other {# notices}} and {searches, plural, one {# saved search} other {# saved searches}} move too.',
              { notices, searches: savedSearches },
            )}
          </li>
        ) : notices > 0 ? (
          <li>{t('{notices, plural, one {# notice moves} other {# notices move}} too.', { notices })}</li>
        ) : (
          savedSearches > 0 && (
            <li>
              {t('{searches, plural, one {# saved search moves} other {# saved searches move}} too.', {
                searches: savedSearches,
              })}
            </li>
          )
        )}
        {needsApproval && (
          <li>{t('New listings of {target} will wait for approval.', { target: shownName(target) })}</li>
        )}
      </ul>
    </>
  );
}

/** Every other category, by its top category. */
function TargetOptions({ categories, own }: { categories: AdminCategory[]; own: number }) {
  return categories
    .filter(({ parentId }) => parentId === null)
    .map((top) => (
      <optgroup key={top.id} label={shownName(top)}>
        {categories
          .filter(({ id, parentId }) => id !== own && (id === top.id || parentId === top.id))
          .map((row) => (
            <option key={row.id} value={row.id}>
              {shownName(row)}
            </option>
          ))}
      </optgroup>
    ));
}
