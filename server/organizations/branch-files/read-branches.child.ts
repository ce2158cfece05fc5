import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import type { BranchFileReply, BranchFileRequest } from './branch-reader.ts';
import { readBranches } from './read-branches.ts';

// The process that reads a file of branches (docs/decisions/0082-imports-of-the-page-run-in-a-child-process.md). It gets one task as a message.

process.once('message', async ({ task, language }: BranchFileRequest) => {
  const { db, close } = await openDatabase(readEnv());
  const reply = await inLanguage(language, () => readBranches(db, task)).then(
    (result): BranchFileReply => ({ result }),
    (error: Error): BranchFileReply => ({ error: error.stack ?? error.message }),
  );
  process.send?.(reply, () => process.disconnect());
  await close();
});
