import { createHash } from 'node:crypto';
import type { TextPreview } from '#contract/admin/texts.ts';
import { LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { EmailText } from '#server/content/compile-text.ts';
import type { ReleaseText } from '#server/content/release-texts.ts';
import { splitTextKey, toEmailName, toTextKey } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';
import { type EmailWords, setEmailWords, withEmailWords } from '#server/platform/email-words.ts';
import { getTranslation } from '#server/platform/http/request-language.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { findMessages, toId } from './email-sample.ts';
import { EMAIL_SAMPLES } from './samples.ts';

/** A text of sentences: those of a template, or those that several have. */
interface SentenceText {
  name: string;
  title: string;
  /** The English sentences by the keys of their messages. */
  sentences: Map<string, string>;
}

const SHARED = toEmailName('shared');
const SAMPLES = EMAIL_SAMPLES.flatMap(([, samples]) => samples);
const SAMPLE_SITE: SiteInfo = { name: 'Site', origin: 'https://site.example', supportEmail: 'help@site.example' };
const SAMPLE_ADDRESS = 'owner@mail.example';
const SHARED_SAMPLES = 3;

let known: SentenceText[] | undefined;

/**
 * The sentences of all emails as texts: each sentence is in one, so that emails of a template read alike. A sentence that no sample has is in
 * none. See docs/decisions/0178-sentences-of-emails-are-texts.md.
 */
function listSentenceTexts(): SentenceText[] {
  if (known) return known;
  const templates = [...Map.groupBy(SAMPLES, ({ template }) => template)].map(([template, samples]) => ({
    name: toEmailName(toId(template)),
    title: samples[0]?.about ?? '',
    sentences: new Map(samples.flatMap((sample) => [...findMessages(sample, SAMPLE_SITE, SAMPLE_ADDRESS)])),
  }));
  const uses = Map.groupBy(
    templates.flatMap(({ sentences }) => [...sentences]),
    ([key]) => key,
  );
  const isShared = ([key]: [string, string]) => (uses.get(key)?.length ?? 0) > 1;
  const shared = new Map(templates.flatMap(({ sentences }) => [...sentences].filter(isShared)));
  known = [
    { name: SHARED, title: defineMessage('Sentences of several emails'), sentences: shared },
    ...templates.map((text) => ({
      ...text,
      sentences: new Map([...text.sentences].filter((sentence) => !isShared(sentence))),
    })),
  ].filter(({ sentences }) => sentences.size > 0);
  return known;
}

/** The name of a sentence in its text: letters alone. */
const toFieldName = (key: string) =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 16)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string);

/** The sentences of emails as the release has them, by the keys of their texts. */
export function readEmailTexts(): Map<string, ReleaseText> {
  return new Map(
    LANGUAGES.flatMap((language) =>
      listSentenceTexts().map(({ name, title, sentences }): [string, ReleaseText] => {
        const fields = Object.fromEntries(
          [...sentences].map(([key, text]) => [toFieldName(key), getTranslation(key, language) ?? text]),
        );
        const digest = createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
        const compiled: EmailText = { language, title, sentences: {} };
        return [toTextKey(name, language), { source: { fields, markdown: '' }, compiled, digest }];
      }),
    ),
  );
}

/** The key of the text with the sentences of a template. */
export function findTextKey(template: string, language: Language): string {
  const own = toEmailName(toId(template));
  return toTextKey(listSentenceTexts().some(({ name }) => name === own) ? own : SHARED, language);
}

/** Lets emails have the sentences that the staff published. */
export function publishEmailTexts(texts: Pick<Texts, 'find'>): void {
  setEmailWords(createWords(texts));
}

/** @param instead the sentences of a text by name, in place of those that are published */
function createWords(
  texts: Pick<Texts, 'find'>,
  instead?: { key: string; sentences: EmailText['sentences'] },
): EmailWords {
  const names = new Map(
    listSentenceTexts().flatMap(({ name, sentences }) =>
      [...sentences.keys()].map((key) => [key, { name, field: toFieldName(key) }] as const),
    ),
  );
  return (key, language) => {
    const found = names.get(key);
    if (!found) return undefined;
    const { name, field } = found;
    if (instead?.key === toTextKey(name, language)) return instead.sentences[field];
    return texts.find('email', name, [language], Date.now())?.sentences[field];
  };
}

/** Writes the samples of a text, with these sentences in place of those that are published. */
export function createEmailPreview(site: SiteInfo, texts: Pick<Texts, 'find'>) {
  return (key: string, sentences: EmailText['sentences']): TextPreview['emails'] => {
    const { name, language } = splitTextKey(key);
    const own = SAMPLES.filter(({ template }) => toEmailName(toId(template)) === name);
    return (own.length > 0 ? own : SAMPLES.slice(0, SHARED_SAMPLES)).map(({ about, write }) => {
      const { subject, text } = withEmailWords(
        () => writeEmail(language, () => write(site, SAMPLE_ADDRESS)),
        createWords(texts, { key, sentences }),
      );
      return { about: translateDefined(about), subject, text };
    });
  };
}
