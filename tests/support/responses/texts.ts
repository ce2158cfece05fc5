import { readReleaseTexts } from '#server/content/release-texts.ts';
import { findKind } from '#server/content/text-keys.ts';
import { getHelp, listPosts, type Texts } from '#server/content/texts.ts';

const release = readReleaseTexts(() => true);
const ofKind = (kind: string) => [...release].filter(([key]) => findKind(key) === kind);
const texts = {
  find: (_kind: string, key: string) => release.get(key)?.compiled,
  list: (kind: string) => new Map(ofKind(kind).map(([key, { compiled }]) => [key, compiled])),
} as unknown as Texts;

/** The responses with the texts of the release, by path. */
export const textResponses: Record<string, unknown> = {
  ...Object.fromEntries([...release].map(([key, { compiled }]) => [`/api/texts/${key}`, compiled])),
  '/api/texts/blog': { posts: listPosts(texts, 0) },
  '/api/texts/help': getHelp(texts, 0),
};
