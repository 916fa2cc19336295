import type { Interpreter } from './interpreters.ts'

/**
 * Where an interpreter takes its code from: it is spelt out in the arguments, or is a module of its own; it lies in a
 * file; it comes from the input; a word that is only known at run time says.
 */
export type CodeSource =
  | { readonly from: 'arguments' }
  | { readonly from: 'file'; readonly file: string }
  | { readonly from: 'input' }
  | { readonly from: 'unknown' }

/** Modules of Python that run their input. */
const INTERACTIVE_MODULES: ReadonlySet<string> = new Set('code asyncio IPython bpython ptpython pdb'.split(' '))

const INPUT_FILE = /^(?:-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/

/** Reads the arguments of an interpreter, without its name, up to where its code is named. */
export function findCode(interpreter: Interpreter, words: readonly (string | null)[]): CodeSource {
  const { inline, valued, module, file, input, codeOperand, verb, readsInput } = interpreter
  const fromInput: CodeSource = readsInput === 'never' ? { from: 'arguments' } : { from: 'input' }
  let operands = 0
  let options = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const next = words[at + 1]
    if (word === null) return { from: 'unknown' }
    if (inline?.test(word)) return inlineCode(word, words.slice(at + 1))
    if (options && /^[-+]./.test(word)) {
      const fileOption = file?.exec(word)
      if (word === '--') options = false
      else if (input?.test(word)) return { from: 'input' }
      else if (module?.test(word)) return moduleCode(word, next)
      else if (fileOption) return fileCode(fileOption[1] ?? next)
      else if (valued?.test(word)) at++
      continue
    }
    if (operands === 0 && verb?.test(word)) continue
    operands++
    if (codeOperand === operands) return { from: 'arguments' }
    if (codeOperand === undefined && readsInput !== 'always') return fileCode(word)
  }
  return fromInput
}

function inlineCode(option: string, rest: readonly (string | null)[]): CodeSource {
  if (option.includes('=')) return { from: 'arguments' }
  // Further options can stand before the code: `bash -c -x '…'`, `bash -c -- '…'`.
  const code = rest.find((word) => word === null || word === '-' || !/^[-+]/.test(word))
  if (code === null) return { from: 'unknown' }
  return { from: code === '-' ? 'input' : 'arguments' }
}

function moduleCode(option: string, next: string | null | undefined): CodeSource {
  const name = option.slice(option.indexOf('m') + 1) || next
  if (name === null || name === undefined) return { from: 'unknown' }
  return INTERACTIVE_MODULES.has(name) ? { from: 'input' } : { from: 'arguments' }
}

function fileCode(file: string | null | undefined): CodeSource {
  if (file === null) return { from: 'unknown' }
  return file === undefined || INPUT_FILE.test(file) ? { from: 'input' } : { from: 'file', file }
}
