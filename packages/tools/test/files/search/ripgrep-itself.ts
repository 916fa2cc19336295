import { spawnSync } from 'node:child_process'
import type { GrepSearchInput } from '@poundlock/spec/tools'

/** Finds the ripgrep that the package brings, also where another one is installed. */
export const findBundled = async (): Promise<string> => (await import('@vscode/ripgrep')).rgPath

/** What ripgrep itself writes for a search, as lines. */
export function runRipgrepItself(folder: string, input: GrepSearchInput, program = 'rg'): readonly string[] {
  const { output_mode: mode = 'files_with_matches' } = input
  const options = [
    '--no-config',
    '--no-ignore-global',
    '--no-messages',
    '--sort=path',
    '--color=never',
    '--no-heading',
    '--with-filename',
  ]
  if (mode === 'content') options.push(input['-n'] === false ? '--no-line-number' : '--line-number')
  else options.push(mode === 'count' ? '--count' : '--files-with-matches')
  if (input['-i'] === true) options.push('-i')
  if (input.multiline === true) options.push('-U', '--multiline-dotall')
  if (input.glob !== undefined) options.push('-g', input.glob)
  if (input.type !== undefined) options.push('-t', input.type)
  for (const name of ['-A', '-B', '-C'] as const) if (input[name] !== undefined) options.push(name, String(input[name]))
  const operands = input.path === undefined ? ['./'] : [input.path]
  const { stdout } = spawnSync(program, [...options, '-e', input.pattern, '--', ...operands], {
    cwd: folder,
    maxBuffer: 1 << 28,
  })
  return stdout
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(/^\.\//, ''))
}

/** Lines as they can be compared: the end of a long one is cut, and a binary file is told in other words. */
export function comparable(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line
      .replace(/WARNING: stopped searching binary file after match.*/, 'BINARY')
      .replace(/binary from byte \d+ on; what follows is not searched/, 'BINARY')
      .slice(0, 1500),
  )
}
