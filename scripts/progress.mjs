/** Runs commands quietly and shows that they are running. Plain JavaScript for Node 18 and later: see setup.mjs. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';

/** An error that the user can correct; shown without a stack. */
export class Refusal extends Error {}

/**
 * Runs a command in a folder. Returns its exit code, or the name of the error when it could not be started, and the end of
 * its output. Signals are forwarded; when one ends the command, this process exits too.
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

/** Shows that a command is running, and for how long: in one updated line on a terminal, in occasional lines elsewhere. */
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

/** The last lines of an output. */
export function tail({ output }) {
  return output.trimEnd().split('\n').slice(-30).join('\n');
}

/** The text of a file; empty when it does not exist. */
export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  }
}
