import { useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_BRANCH_FILE_BYTES, SAMPLE_BRANCH_FILE } from '#contract/ownership/branch-files.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { saveFile } from '#web/base/ui/save-file.ts';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { BranchRows } from './branch-rows.tsx';
import { FileColumns } from './file-columns.tsx';
import { type ReadFile, useReadFile } from './use-read-file.ts';

/** Reads a file of branches, shows its rows, and adds them. */
export function BranchFile({ organizationId }: { organizationId: number }) {
  const { file, preview, isReading, failure, read } = useReadFile(organizationId);
  return (
    <div className="mt-6 grid gap-6">
      <FileInput onFile={(next) => void read(next)} />
      {isReading && <Spinner label={t('Reading the file…')} className="min-h-40" />}
      {failure && <FormAlert>{failure}</FormAlert>}
      {!isReading && file && preview && (
        <>
          {preview.error && <FormAlert>{preview.error}</FormAlert>}
          {preview.columns.length > 0 && (
            <FileColumns
              key={`columns ${file.key}`}
              preview={preview}
              categoryId={file.categoryId ?? ''}
              onRead={(options) => void read({ ...file, ...options })}
            />
          )}
          {!preview.error && preview.missing.length === 0 && (
            <BranchRows key={`rows ${file.key}`} organizationId={organizationId} preview={preview} />
          )}
        </>
      )}
    </div>
  );
}

function FileInput({ onFile }: { onFile: (file: ReadFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const open = async (file: File) => {
    const refusal = file.size === 0 ? t('The file is empty.') : file.size > MAX_BRANCH_FILE_BYTES ? TOO_LARGE : '';
    setError(refusal);
    if (!refusal) onFile({ key: '', content: await toBase64(file) });
    if (input.current) input.current.value = '';
  };
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <div className="grid gap-1.5">
        <label htmlFor="branch-file" className="font-semibold">
          {t('File')}
        </label>
        <input
          ref={input}
          id="branch-file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby="branch-file-note"
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void open(file);
          }}
          className="min-h-12 w-full rounded-field border border-line-strong border-dashed bg-card p-2.5 file:mr-3 file:min-h-9 file:rounded-field file:border file:border-line-strong file:px-3.5 file:font-semibold"
        />
        <FieldMessage
          id="branch-file-note"
          error={error}
          hint={t(
            'A table saved as CSV with one branch in each row, or the sheet that you download from Google Business Profile. Up to 200 branches and 1 MB.',
          )}
        />
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3.5 justify-self-start"
        onClick={() => saveFile('branches.csv', new Blob([SAMPLE_BRANCH_FILE], { type: 'text/csv' }))}
      >
        {t('Download a sample file')}
      </Button>
    </Card>
  );
}

const TOO_LARGE = t('The file is larger than 1 MB. Split it.');

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // An argument for each byte of a whole file would be too many.
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(text);
}

const CHUNK = 10_000;
