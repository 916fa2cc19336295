import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a program of test/fixtures; `shell` runs before it in the same process. */
export function startFixture(
  name: string,
  args: readonly string[],
  options: { readonly shell?: string; readonly uid?: number } = {},
): ChildProcess {
  const file = fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url))
  const command = [
    process.execPath,
    '--conditions=@poundlock/source',
    '--disable-warning=ExperimentalWarning',
    file,
    ...args,
  ]
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  if (options.shell === undefined) return spawn(command[0] ?? '', command.slice(1), { stdio: [...stdio], ...user })
  return spawn('/bin/sh', ['-c', `${options.shell}; exec "$@"`, 'sh', ...command], { stdio: [...stdio], ...user })
}

/** Its output, when it has ended. */
export async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return output
}

/** Resolves when its output holds so many lines; reads on, so that the fixture is never held up. */
export async function untilLines(child: ChildProcess, count: number): Promise<void> {
  let lines = 0
  await new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      lines += text.split('\n').length - 1
      if (lines >= count) resolve()
    })
  })
}
