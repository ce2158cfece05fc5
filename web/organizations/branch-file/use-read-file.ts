import { useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { BranchFile, BranchPreview } from '#contract/ownership/branch-files.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

/** A file in base64 with how it is read; `key` tells it from others. */
export interface ReadFile extends BranchFile {
  key: string;
}

/** Has files read by the server, and what it read of the last one. */
export function useReadFile(organizationId: number) {
  const [file, setFile] = useState<ReadFile>();
  const [preview, setPreview] = useState<BranchPreview>();
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const last = useRef(0);
  const read = async ({ key, ...body }: ReadFile) => {
    const number = ++last.current;
    setIsReading(true);
    setPreview(undefined);
    setFailure(undefined);
    setFile({ key: String(number), ...body });
    let result: BranchPreview | undefined;
    const failed = await toFailure(t('Failed to read the file'), async () => {
      result = await send<BranchPreview>('POST', `/api/user/organizations/${organizationId}/branch-file`, body);
    });
    // Another file was chosen meanwhile: the columns of this one aren't those of the other.
    if (number !== last.current) return;
    setPreview(result);
    setFailure(failed && (failed.issues?.[0]?.message ?? failed.message));
    setIsReading(false);
  };
  return { file, preview, isReading, failure, read };
}
