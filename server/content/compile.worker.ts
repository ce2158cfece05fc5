import { parentPort, workerData } from 'node:worker_threads';
import { compileText } from './compile-text.ts';
import type { CompileRequest } from './text-compiler.ts';

const counties: ReadonlySet<string> = workerData.counties;

// Compiles one text after the other: `text-compiler.ts` sends the next one when it has the answer.
parentPort?.on('message', ({ key, source, publishedOn }: CompileRequest) => {
  parentPort?.postMessage(compileText(key, source, { publishedOn, isCounty: (slug) => counties.has(slug) }));
});
parentPort?.postMessage('ready');
