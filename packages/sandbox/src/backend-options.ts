import { isAbsolute } from 'node:path'
import { visibleText } from '@poundlock/spec'
import { SandboxError } from './sandbox-error.ts'

/** What an option of a backend has to be. */
export type ExpectedOption = 'path' | 'text' | readonly string[]

const WORDS = { path: 'an absolute path', text: 'a text' } as const

/**
 * Checks the options of a backend, for programs that no compiler checked.
 *
 * @param factory the function that was called, for the message
 * @param expected the options that are required, and what each has to be
 * @throws SandboxError `SANDBOX_OPTIONS` that names the first wrong one
 */
export function checkBackendOptions(
  factory: string,
  options: unknown,
  expected: Readonly<Record<string, ExpectedOption>>,
): void {
  const given = typeof options === 'object' && options !== null ? (options as Readonly<Record<string, unknown>>) : {}
  for (const [name, kind] of Object.entries(expected)) {
    const value = given[name]
    if (isExpected(value, kind)) continue
    const wanted = typeof kind === 'string' ? WORDS[kind] : `one of ${kind.join(', ')}`
    throw new SandboxError(`${factory}: options.${name} is ${describe(value)}; expected ${wanted}.`, {
      code: 'SANDBOX_OPTIONS',
      details: { option: name },
      remedy: `Pass { ${Object.keys(expected).join(', ')} } to ${factory}.`,
    })
  }
}

function isExpected(value: unknown, kind: ExpectedOption): boolean {
  if (typeof value !== 'string') return false
  if (kind === 'path') return isAbsolute(value)
  return kind === 'text' || kind.includes(value)
}

const describe = (value: unknown): string =>
  typeof value === 'string' ? visibleText(JSON.stringify(value)) : value === undefined ? 'missing' : `a ${typeof value}`
