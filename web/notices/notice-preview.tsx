import type { Notice } from '#contract/admin/notices.ts';
import { useHtml } from '../ui/html.ts';
import { noticesHtml } from './notices-html.ts';

/** A notice as pages show it; its controls do nothing here. */
export function NoticePreview({ notice }: { notice: Notice }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `noticesHtml` escapes what it is given.
  return <div inert dangerouslySetInnerHTML={useHtml(noticesHtml([notice]))} />;
}
