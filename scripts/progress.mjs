/** Running a command quietly while telling that it runs. Plain JavaScript for any Node since 18: see setup.mjs. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';

/** Something that the person at the keyboard can mend; shown without a stack. */
export class Refusal extends Error {}

/**
 * Runs a command in a folder. Answers its exit code, or the error's name when it could not be started, and the end of
 * what it printed. Signals reach it; when one ends it, this process ends too.
 */
export function run(command, args, { cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output = (output + text).slice(-100_000);
      });
    }
    const stop = (signal) => child.kill(signal);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const end = (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ code, output });
    };
    child.once('error', (error) => end(error.code));
    child.once('close', (code, signal) => (signal ? process.exit(signal === 'SIGINT' ? 130 : 143) : end(code)));
  });
}

/** Shows that something is going on, and for how long: a line that counts on a terminal, a line now and then elsewhere. */
export async function withProgress(what, act) {
  const out = process.stdout;
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
  let frame = 0;
  let tick = () => out.write(`  … still at it: ${what.toLowerCase()}, ${seconds()} s\n`);
  if (out.isTTY) {
    tick = () => {
      frame = (frame + 1) % frames.length;
      out.write(`\r\u001b[K${frames[frame]} ${what} … ${seconds()} s`);
    };
    tick();
  } else {
    out.write(`${what} …\n`);
  }
  const timer = setInterval(tick, out.isTTY ? 100 : 10_000);
  try {
    const result = await act();
    const line = `${result.code === 0 ? '✔' : '✖'} ${what}: ${seconds()} s`;
    out.write(out.isTTY ? `\r\u001b[K${line}\n` : `${line}\n`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** The last lines of what a command printed. */
export function tail({ output }) {
  return output.trimEnd().split('\n').slice(-30).join('\n');
}

/** A file's text, empty when there is no such file. */
export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  }
}
