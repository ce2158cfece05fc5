import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, ImportUpload, UploadPreview } from '#contract/imports/uploads.ts';
import { ApiError, type Issue, send } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { ColumnFields } from './column-fields.tsx';
import { DryRunCounts } from './dry-run-counts.tsx';
import { FileQuestions } from './file-questions.tsx';
import { Kinds } from './kinds.tsx';
import { PreviewTable } from './preview-table.tsx';
import { UPLOADS_PATH } from './send-file.ts';
import { SourceFields } from './source-fields.tsx';
import type { UploadActions } from './use-upload-actions.ts';

type Missing = UploadPreview['missing'][number];

const MISSING: { [What in Exclude<Missing, 'source'>]: string } = {
  name: t('the name'),
  place: t('the place (a ZIP code, a city, or latitude and longitude)'),
  category: t('the kind of business'),
};

/** What has to be said before the rows can be shown. */
function describeMissing(missing: Missing[]): string {
  const columns = missing.filter((what) => what !== 'source').map((what) => MISSING[what]);
  const source = missing.includes('source');
  if (columns.length === 0) return t('Fill in Source, then show the preview.');
  const facts = columns.join(t(', and '));
  return source
    ? t('Say which column holds {facts}, and fill in Source, then show the preview.', { facts })
    : t('Say which column holds {facts}, then show the preview.', { facts });
}

/** What the columns of a file hold and where it is from, its first rows as listings, and a dry run before the import. */
export function PrepareFile({ upload, actions }: { upload: ImportUpload; actions: UploadActions }) {
  const { preview, options, error, pending, load, setOptions } = usePreview(upload);
  if (!preview || !options) {
    return error ? (
      <EmptyState
        title={error.message}
        action={<Button onClick={() => load(upload.options)}>{t('Try again')}</Button>}
      />
    ) : (
      <Spinner label={t('Reading the file…')} className="py-10" />
    );
  }
  const change = (changed: Partial<ImportOptionsForm>) => setOptions({ ...options, ...changed });
  const isShown = JSON.stringify({ ...options, kinds: {} }) === JSON.stringify({ ...preview.options, kinds: {} });
  const isCounted = upload.dryRun !== null && isSame(options, upload.options);
  const counted = upload.options && isSame({ ...options, kinds: {} }, { ...upload.options, kinds: {} });
  const canRun = isShown && preview.missing.length === 0 && !preview.error && actions.pending === null;
  const issues = error?.issues.length ? error.issues : actions.issues;
  const errors = Object.fromEntries(
    issues.map(({ path, message }: Issue) => [path.replace(/^options\./, ''), message]),
  );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        load(options);
      }}
    >
      {preview.format && <p className="text-muted text-sm">{preview.format}</p>}
      {options.mapping && (
        <ColumnFields
          columns={preview.columns}
          mapping={options.mapping}
          isRemembered={preview.isRemembered}
          hasCategory={options.category !== ''}
          onChange={(mapping) => change({ mapping })}
        />
      )}
      <SourceFields
        options={options}
        shown={preview.options}
        errors={errors}
        asksDate={preview.asksDate}
        asksSource={options.mapping !== null && !options.mapping.source}
        onChange={change}
      />
      {preview.missing.length > 0 && <p className="font-semibold">{describeMissing(preview.missing)}</p>}
      <FileQuestions preview={preview} counted={upload.dryRun} options={options} onChange={change} />
      {preview.error && <p className="typed rounded-field bg-danger-wash px-3.5 py-3 text-danger">{preview.error}</p>}
      <div>
        <Button type="submit" variant={canRun ? 'secondary' : 'primary'} busy={pending}>
          {pending ? t('Reading...') : t('Show preview')}
        </Button>
      </div>
      {preview.missing.length === 0 && !preview.error && <PreviewTable preview={preview} isCurrent={isShown} />}
      {counted && upload.dryRun && upload.dryRun.kinds.length > 0 && (
        <Kinds kinds={upload.dryRun.kinds} chosen={options.kinds} onChange={(kinds) => change({ kinds })} />
      )}
      {isCounted && upload.dryRun && <DryRunCounts uploadId={upload.id} counts={upload.dryRun} />}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={isCounted ? 'secondary' : 'primary'}
          busy={actions.pending === 'dry-run'}
          disabled={!canRun}
          onClick={() => actions.dryRun(options)}
        >
          {isCounted ? t('Test again') : t('Test run', null, 'verb')}
        </Button>
        <Button
          variant={isCounted ? 'primary' : 'secondary'}
          busy={actions.pending === 'start'}
          disabled={!canRun}
          onClick={() => actions.start(options)}
        >
          {isCounted ? t('Start import') : t('Import without a test')}
        </Button>
      </div>
    </form>
  );
}

/** The preview of a file with the options that were last shown, and the options as they are edited. */
function usePreview({ id, options: chosen }: ImportUpload) {
  const [preview, setPreview] = useState<UploadPreview | null>(null);
  const [options, setOptions] = useState<ImportOptionsForm | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);

  const load = async (asked: ImportOptionsForm | null) => {
    setPending(true);
    setError(null);
    try {
      const shown = await send<UploadPreview>('POST', `${UPLOADS_PATH}/${id}/preview`, { options: asked });
      setPreview(shown);
      setOptions(shown.options);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: later options are shown when they are asked for.
  useEffect(() => void load(chosen), [id]);
  return { preview, options, error, pending, load: (asked: ImportOptionsForm | null) => void load(asked), setOptions };
}

/** The server stores options with their keys in another order. */
const isSame = (one: object, other: object | null) =>
  other !== null && JSON.stringify(toEntries(one)) === JSON.stringify(toEntries(other));

const toEntries = (value: object): unknown[] =>
  Object.entries(value)
    .map(([key, inner]) => [key, typeof inner === 'object' && inner !== null ? toEntries(inner) : inner])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
