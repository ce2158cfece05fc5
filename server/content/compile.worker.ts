import { parentPort, workerData } from 'node:worker_threads';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { compileText } from './compile-text.ts';
import type { CompileRequest } from './text-compiler.ts';

const counties: ReadonlySet<string> = workerData.counties;

// Compiles one text after the other: `text-compiler.ts` sends the next one when it has the answer.
parentPort?.on('message', ({ key, source, publishedOn, issuesIn, pictures, release }: CompileRequest) => {
  const context = { publishedOn, isCounty: (slug: string) => counties.has(slug), pictures, release };
  parentPort?.postMessage(inLanguage(issuesIn, () => compileText(key, source, context)));
});
parentPort?.postMessage('ready');
