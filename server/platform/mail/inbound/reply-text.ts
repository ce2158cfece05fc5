import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';

const parser = new EmailReplyParser();

// Of the text of an email, in characters: four times as many as a message may have. The parser takes quadratic time of hostile texts.
const MAX_READ = 20_000;
const MAX_READ_HTML = 200_000;

// Of Gmail, Apple Mail and Thunderbird, Outlook, Yahoo and Proton.
const QUOTES = [
  'blockquote[type=cite]',
  'div.gmail_quote',
  'div.gmail_signature',
  'div.gmail_extra',
  'div.yahoo_quoted',
  'div.protonmail_quote',
  'div.moz-cite-prefix',
  'div#divRplyFwdMsg',
  'div#appendonsend',
];

/**
 * What a person wrote in an answer by email, without the email that it quotes and without a signature. Links to conversations lose
 * their tokens, in case that a mail program quotes in a way that nobody knows.
 * @param replyLines in each language: see `REPLY_LINE`
 * @returns at most 20,000 characters
 */
export function readReply({ text, html }: { text: string; html: string }, replyLines: string[]): string {
  const plain = text.trim() === '' ? toText(html) : text;
  return parser
    .read(cutAtReplyLine(normalize(plain), replyLines))
    .getVisibleText()
    .replace(TOKENS, '')
    .trim();
}

// Of links, and of the addresses that answers go to.
const TOKENS = /(?:[?&#]token=|(?<=\breply)\+)[\w-]+/gi;

/** At most one empty line in a row. */
const normalize = (text: string) =>
  text
    .slice(0, MAX_READ)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

const toText = (html: string) =>
  convert(html.slice(0, MAX_READ_HTML), {
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 5000 },
    selectors: [
      ...QUOTES.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });

/** Also without the lines right above, in which mail programs say who wrote what they quote. */
function cutAtReplyLine(text: string, replyLines: string[]): string {
  const found = replyLines.map((line) => text.indexOf(line));
  const starts = found.filter((at) => at !== -1);
  if (starts.length === 0) return text;
  const lines = text.slice(0, Math.min(...starts)).split('\n');
  // The begun line of the quote, such as `> `.
  lines.pop();
  while (lines.length > 0 && isAttribution(lines.at(-1) as string)) lines.pop();
  return lines.join('\n');
}

const isAttribution = (line: string) =>
  /^[\s>|]*$/.test(line) || /^[\s>]*(?:On|El|Am|Le)\b.*$/.test(line) || /:\s*$/.test(line);
