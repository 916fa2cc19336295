import { fileURLToPath } from 'node:url'
import type { ProcessCommand } from '../src/index.ts'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A line for /bin/sh. */
export function shell(line: string, ...args: readonly string[]): ProcessCommand {
  return { file: '/bin/sh', args: ['-c', line, 'sh', ...args], cwd: '/', env: { PATH } }
}

/** A program of test/fixtures. */
export function fixture(name: string, ...args: readonly string[]): ProcessCommand {
  const file = fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
  if (name.endsWith('.sh')) return { file: '/bin/sh', args: [file, ...args], cwd: '/', env: { PATH } }
  return {
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', file, ...args],
    cwd: '/',
    env: { PATH },
  }
}
