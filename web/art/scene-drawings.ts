import type { Drawings } from './scenes.ts';

const files = import.meta.glob<string>('./scenes/*.svg', { query: '?raw', import: 'default', eager: true });

/** The drawings, where Vite runs the program: in the server's part of the site, and in tests. */
export const drawings = Object.fromEntries(
  Object.entries(files).map(([file, drawing]) => [file.replace(/^.*\/|\.svg$/g, ''), drawing]),
) as Drawings;
