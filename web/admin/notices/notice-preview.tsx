import type { Notice } from '#contract/admin/notices.ts';
import { noticesHtml } from '#web/base/notices/notices-html.ts';
import { useHtml } from '#web/base/ui/html.ts';

/** A notice as pages show it; its controls do nothing here. */
export function NoticePreview({ notice }: { notice: Notice }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `noticesHtml` escapes what it is given.
  return <div inert dangerouslySetInnerHTML={useHtml(noticesHtml([notice]))} />;
}
