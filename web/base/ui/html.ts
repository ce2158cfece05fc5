import { useMemo } from 'react';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };

/** A text as HTML, for an element or an attribute in double quotes: the same bytes as React writes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] as string);

/** HTML for `dangerouslySetInnerHTML`, the same object while it is the same: React would write it again for each other one. */
export const useHtml = (html: string) => useMemo(() => ({ __html: html }), [html]);
