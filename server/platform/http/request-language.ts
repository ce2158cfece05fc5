import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import en from 'zod/v4/locales/en.js';
import es from 'zod/v4/locales/es.js';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { setMessageSource, t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { findEmailWords } from '#server/platform/email-words.ts';
import type { Api } from './api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The language of what is at the address of this route. */
    language?: Language;
  }
  interface FastifyRequest {
    /** The language of the response. */
    language: Language;
  }
}

const current = new AsyncLocalStorage<Language>();

/** The language in which this request is answered, or this email written; English outside of both. */
export const getLanguage = (): Language => current.getStore() ?? DEFAULT_LANGUAGE;

/** Runs something whose messages are in a language, until what it returns has settled. */
export const inLanguage = <Result>(language: Language, run: () => Result): Result => current.run(language, run);

setMessageSource({
  getLanguage,
  getMessage: (key, language, text) => findEmailWords(key, language, text) ?? getTranslation(key, language),
});

// The messages of schemas that have none of ours.
const zodMessages = { en: en().localeError, es: es().localeError };
z.config({
  localeError: (issue) =>
    issue.code === 'invalid_type' && issue.input === undefined ? t('Required') : zodMessages[getLanguage()](issue),
});

const catalogs = new Map<Language, Map<string, string>>();

/** The message with a key as the release has it in a language; undefined where that is the English text. */
export const getTranslation = (key: string, language: Language): string | undefined =>
  language === DEFAULT_LANGUAGE ? undefined : getMessages(language).get(key);

/** The translations of a language other than English by key, from `content/{language}/messages`. Read at the first use. */
function getMessages(language: Language): Map<string, string> {
  const read = catalogs.get(language);
  if (read) return read;
  const folder = join(import.meta.dirname, '../../../content', language, 'messages');
  const messages = new Map<string, string>(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')))),
  );
  catalogs.set(language, messages);
  return messages;
}

/**
 * Answers each request in a language: that of its address, or of its parameter `lang`, else that of its `Accept-Language`, else English. What is
 * `cacheable` depends on its address alone. See docs/product.md, Languages.
 */
export function readRequestLanguage(http: Api) {
  http.decorateRequest('language', DEFAULT_LANGUAGE);
  http.addHook('onRequest', (request, reply, done) => {
    request.language = chooseLanguage(request);
    if (request.language !== DEFAULT_LANGUAGE) reply.header('content-language', request.language);
    current.run(request.language, done);
  });
  // The events of a body that is read are not in the context of the first hook.
  http.addHook('preValidation', (request, _reply, done) => {
    if (getLanguage() === request.language) done();
    else current.run(request.language, done);
  });
}

function chooseLanguage({ query, raw, routeOptions }: FastifyRequest): Language {
  if (routeOptions.config?.language) return routeOptions.config.language;
  const { lang } = query as { lang?: unknown };
  if (typeof lang === 'string' && isLanguage(lang)) return lang;
  if (routeOptions.config?.cacheable) return DEFAULT_LANGUAGE;
  return getAcceptedLanguage(raw);
}

/** The language of the site that a client likes best. */
export function getAcceptedLanguage(request: IncomingMessage): Language {
  const accepted = new Negotiator(request).language([...LANGUAGES]);
  return isLanguage(accepted) ? accepted : DEFAULT_LANGUAGE;
}
