import { describe, expect, it } from 'vitest';
import { translateDefined } from '#contract/i18n/t.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { getReplyLines, REPLY_LINE } from './reply-line.ts';
import { readReply } from './reply-text.ts';

const OURS = `${REPLY_LINE}

Hello,

Maria Lopez wrote to Sunrise Plumbing:

> Our water heater leaks.

Reply to this email, with pictures if you like, or answer here: https://directory.example/conversations/12#token=abc123

SoCal Local`;
const quoted = OURS.split('\n')
  .map((line) => `> ${line}`.trimEnd())
  .join('\n');
const read = (text: string) => readReply({ text, html: '' }, getReplyLines());

describe('an answer by email', () => {
  it.each([
    [
      'Gmail',
      `On Fri, Nov 27, 2026 at 5:02 PM Maria Lopez via SoCal Local\n<reply+abc@mail.example> wrote:\n\n${quoted}`,
    ],
    [
      'Gmail in Spanish',
      `El vie, 27 nov 2026 a las 17:02, Maria Lopez via SoCal Local (<reply+abc@mail.example>) escribió:\n\n${quoted}`,
    ],
    [
      'Apple Mail',
      `Sent from my iPhone\n\nOn Nov 27, 2026, at 5:02 PM, Maria Lopez <reply+abc@mail.example> wrote:\n\n${quoted}`,
    ],
    [
      'Outlook',
      `________________________________\nFrom: Maria Lopez via SoCal Local <reply+abc@mail.example>\nSent: Friday, November 27, 2026 5:02 PM\nTo: owner@mail.example\nSubject: New message\n\n${OURS}`,
    ],
    [
      'Outlook on a phone',
      `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Maria Lopez <reply+abc@mail.example>\nSent: Friday\nTo: owner@mail.example\nSubject: New message\n\n${OURS}`,
    ],
    ['a program that nobody knows', `=== earlier, by Maria ===\n| ${OURS.replaceAll('\n', '\n| ')}`],
  ])('of %s is what stands above the email that it quotes', (_program, rest) => {
    const reply = 'We can come on Thursday.\n\nThe visit costs $80.';
    const found = read(`${reply}\n\n${rest}`);
    expect(found.startsWith(reply)).toBe(true);
    expect(found).not.toMatch(/leaks|token|Write your answer|wrote:|escribió|Sent:|reply\+/);
  });

  it('to an email in Spanish is what stands above the email that it quotes', () => {
    const ours = quoted.replace(
      REPLY_LINE,
      inLanguage('es', () => translateDefined(REPLY_LINE)),
    );
    expect(ours).not.toContain(REPLY_LINE);
    for (const above of [
      'El vie, 27 nov 2026 a las 17:02, Sunrise Plumbing vía SoCal Local (<reply+abc@mail.example>) escribió:',
      'El 27 nov 2026, a las 5:02 p. m., Sunrise Plumbing vía SoCal Local <reply+abc@mail.example> escribió:',
      '=== antes ===',
    ])
      expect(read(`Podemos ir el jueves.\n\n${above}\n\n${ours}`)).toMatch(
        /^Podemos ir el jueves\.(?:\n\n=== antes ===)?$/,
      );
  });

  it('loses its signature, and nothing of its text', () => {
    expect(read('Yes, at 9.\n\n--\nJoe Rivera\nSunrise Plumbing\n(562) 555-0100')).toBe('Yes, at 9.');
    const list =
      'We offer:\n- a new heater from $900\n- a repair from $80\n\nOn Thursday we are free from 9 to 11. From: the office to your house it takes 20 minutes.';
    expect(read(list)).toBe(list);
    expect(read('')).toBe('');
  });

  it('in HTML alone is its text', () => {
    const html = `<div>Yes,&nbsp;at <b>9</b>.</div><div><br></div><img src="cid:logo"><div class="gmail_quote"><div>On Friday Maria wrote:</div>
      <blockquote type="cite">${OURS}</blockquote></div><script>alert(1)</script><style>p { color: red }</style>`;
    expect(readReply({ text: ' \n', html }, getReplyLines())).toBe('Yes, at 9.');
  });

  it('never has a token, wherever it is quoted', () => {
    const found = read(
      'You wrote https://directory.example/conversations/12#token=abc-123 and https://directory.example/join?of=business&token=x_y to reply+abcdef@mail.example. Why?',
    );
    expect(found).toBe(
      'You wrote https://directory.example/conversations/12 and https://directory.example/join?of=business to reply@mail.example. Why?',
    );
  });

  it.each([
    ['line breaks', '\r\n'],
    ['spaced line breaks', ' \n'],
    ['quotes', '>\n'],
    ['attributions', 'On '],
    ['tags', '<div>'],
    ['open tags', '<a '],
  ])('is read at once, whatever it consists of: %s', (_what, part) => {
    const hostile = part.repeat(5_000_000 / part.length);
    // The parser alone would take hours.
    expect(read(hostile).length).toBeLessThanOrEqual(20_000);
    expect(readReply({ text: '', html: hostile }, getReplyLines()).length).toBeLessThanOrEqual(20_000);
  });
});
