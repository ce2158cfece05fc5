import { DEFAULT_LANGUAGE, type Language } from '#contract/i18n/languages.ts';
import { escapeXml } from '#server/platform/page-cache/escape-xml.ts';
import { BUTTON_MARK } from './write-email.ts';

/** Colors of the pages, which `prefers-color-scheme` swaps where a mail program supports it. */
const STYLE = `
  body { margin: 0; background: #f4f1ea; color: #16242b; font: 16px/1.55 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
  main { max-width: 36rem; margin: 0 auto; padding: 24px 16px; }
  .name { margin: 0 0 16px; color: #0a5c73; font-weight: 700; font-size: 18px; }
  .card { padding: 8px 24px; background: #fffdf9; border: 1px solid #ddd8cc; border-radius: 12px; }
  p, ul, blockquote { margin: 16px 0; }
  ul { padding-left: 20px; }
  blockquote { padding-left: 16px; border-left: 4px solid #8fc3d1; white-space: pre-line; }
  a { color: #0a5c73; word-break: break-word; }
  .button { display: inline-block; padding: 12px 20px; background: #0a5c73; color: #ffffff; border-radius: 8px; font-weight: 700; text-decoration: none; }
  .footer { color: #5b6a70; font-size: 14px; }
  @media (prefers-color-scheme: dark) {
    body { background: #0d1b21; color: #e8eef0; }
    .card { background: #13252d; border-color: #2b4049; }
    .name, a { color: #7cc8dc; }
    .button { display: inline-block; padding: 12px 20px; background: #0a5c73; color: #ffffff; border-radius: 8px; font-weight: 700; text-decoration: none; }
  .footer { color: #a3b3b9; }
  }`;

/** What an HTML email is made of. */
interface HtmlEmail {
  subject: string;
  text: string;
  /** The name of the site, above the text. */
  siteName: string;
  /** Only addresses below it become links: what people typed never does. */
  origin: string;
  language?: Language;
}

/**
 * An email as HTML: the same words as its text. Lines after `> ` are quotations, those after `- ` lists, a paragraph of `toButton` is a
 * button, and what follows a line `--` is small. It loads nothing.
 */
export function toHtml({ subject, text, siteName, origin, language = DEFAULT_LANGUAGE }: HtmlEmail): string {
  const [body = '', ...footer] = text.split(/\n+--\n/);
  const toBlocks = (part: string) =>
    part
      .split(/\n{2,}/)
      .filter((block) => block.trim() !== '')
      .map((block) => toBlock(block, origin))
      .join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<p class="name">${escapeXml(siteName)}</p>
<div class="card">
${toBlocks(body)}
</div>
${footer.length > 0 ? `<div class="footer">\n${toBlocks(footer.join('\n'))}\n</div>\n` : ''}</main>
</body>
</html>
`;
}

function toBlock(block: string, origin: string): string {
  const lines = block.split('\n');
  const all = (start: string) => lines.every((line) => line.startsWith(start));
  const without = (start: string) => lines.map((line) => toInline(line.slice(start.length), origin));
  if (lines.every((line) => line === '>' || line.startsWith('> ')))
    return `<blockquote>${lines.map((line) => escapeXml(line.slice(2))).join('\n')}</blockquote>`;
  if (all('- '))
    return `<ul>\n${without('- ')
      .map((line) => `<li>${line}</li>`)
      .join('\n')}\n</ul>`;
  const [label = '', url = ''] = lines;
  if (lines.length === 2 && label.startsWith(BUTTON_MARK) && label.endsWith(':') && url.startsWith(`${origin}/`))
    return `<p><a class="button" href="${escapeXml(url)}">${escapeXml(label.slice(BUTTON_MARK.length, -1))}</a></p>`;
  return `<p>${without('').join('<br>\n')}</p>`;
}

/** Addresses of the site become links, which show no token. */
function toInline(line: string, origin: string): string {
  const [first = '', ...rest] = line.split(`${origin}/`);
  return [
    escapeXml(first),
    ...rest.map((part) => {
      const [, address = '', after = ''] = /^([\w\-.~/?#[\]@!$&'()*+,;=%]*?)([.,;)]?(?:\s.*)?)$/.exec(part) ?? [
        '',
        '',
        part,
      ];
      const url = `${origin}/${address}`;
      const shown = url
        .replace(/^https?:\/\//, '')
        .replace(/[?#].*$/, '')
        .replace(/\/$/, '');
      return `<a href="${escapeXml(url)}">${escapeXml(shown)}</a>${escapeXml(after)}`;
    }),
  ].join('');
}
