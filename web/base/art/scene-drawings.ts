import type { Drawings } from './scenes.ts';

const files = import.meta.glob<string>('./scenes/*.svg', { query: '?raw', import: 'default', eager: true });

/** The drawings; available where Vite runs, which is in the server bundle and in tests. */
export const drawings = Object.fromEntries(
  Object.entries(files).map(([file, drawing]) => [file.replace(/^.*\/|\.svg$/g, ''), drawing]),
) as Drawings;
