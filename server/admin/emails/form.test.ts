import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { toHtml } from '#server/platform/mail/html.ts';
import { type WrittenEmail, writeEmail } from '#server/platform/mail/write-email.ts';
import { EMAIL_SAMPLES } from './samples.ts';

// `emails.test.ts` fails for a function that writes emails and has no sample.

const TO = 'owner@mail.example';
const SITE = { name: 'Coast Guide', origin: 'https://coast.example', supportEmail: 'help@coast.example' };

/** What a person wrote, which the recipient answers by email. */
const WITHOUT_BUTTON = ['answerEmail'];

const samples = LANGUAGES.flatMap((language) =>
  EMAIL_SAMPLES.flatMap(([, group]) => group).map(
    ({ id, template, write }): [name: string, template: string, email: WrittenEmail, language: Language] => [
      `${id} (${language})`,
      template,
      writeEmail(language, () => write(SITE, TO)),
      language,
    ],
  ),
);

const render = (email: WrittenEmail) => toHtml({ ...email, siteName: SITE.name, origin: SITE.origin });
const withoutQuotes = (text: string) => text.replace(/^> .*$|“[^”]*”/gm, '');

describe.each(samples)('The email %s', (_name, template, email, language) => {
  const { text, subject } = email;
  const html = render(email);

  it('has one button, whose link stands on a line of its own in the text', () => {
    const links = [...html.matchAll(/<a class="button" href="([^"]+)">([^<]+)<\/a>/g)];
    expect(links).toHaveLength(WITHOUT_BUTTON.includes(template) ? 0 : 1);
    for (const [, url, label] of links) expect(text).toContain(`\n\n→ ${label}:\n${url?.replaceAll('&#38;', '&')}\n`);
  });

  it('is as HTML in its language, with the same words', () => {
    expect(html).toContain(`<html lang="${language}">`);
    const words = html.replace(/^[\s\S]*<div class="card">/, '').replace(/<[^>]+>/g, ' ');
    for (const line of text.split('\n').filter((line) => /^\p{L}[\p{L} ,.]+$/u.test(line)))
      expect(words).toContain(line);
  });

  it('has no columns, no indents and no lines that a program could break within a link', () => {
    expect(text).not.toMatch(/ {2}|\t/);
    for (const line of text.split('\n').filter((line) => line.includes('://')))
      expect(line.length <= 78 || /^\S+$/.test(line), line).toBe(true);
    expect(subject.length).toBeLessThanOrEqual(120);
  });

  it('has no place for a value left, and no address but those of its reader and of the site', () => {
    expect(withoutQuotes(`${subject}\n${text}`)).not.toMatch(/\{\w*|\}|undefined|\bnull\b|NaN/);
    const addresses = [...withoutQuotes(text).matchAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)].map(([address]) => address);
    for (const address of addresses) expect([TO, SITE.supportEmail]).toContain(address);
    expect(text).not.toMatch(/\d+ \p{Lu}\w+ (?:St|Street|Ave|Avenue|Blvd)\b/u);
  });

  it('writes days and amounts as its language does', () => {
    const months = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d/;
    const meses =
      /\b\d{1,2} de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b/;
    expect(text).not.toMatch(language === 'en' ? meses : months);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d|\$\d{4,}|\d,\d{1,2}\b/);
  });
});

describe('The subject', () => {
  const ABOUT_A_LISTING =
    /^(?:published|waiting|expiring|expired|paid-term-ending|license|listing-(?:declined|changed|hidden|shown|put|deleted|restored)|objection-decided)/;
  it.each(samples.filter(([name]) => ABOUT_A_LISTING.test(name)))(
    'of an email to an owner begins with the business, not with its ad: %s',
    (_name, _template, { subject }) => {
      expect(subject).toMatch(/^Golden Hour Plumbing: /);
      expect(subject).not.toContain('24/7');
    },
  );
});
