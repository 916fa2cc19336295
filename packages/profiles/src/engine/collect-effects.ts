import type { ProfileEffect, ProfileEffectKind } from '../model/result.ts'
import { globPattern, maySplit, type ProfileWord, wordTarget } from '../model/word.ts'
import type { CompiledTable } from './compile-table.ts'
import type { Invocation, ProfileRefusal } from './invocation.ts'
import type { EffectKind } from './option-row.ts'

type Plain = readonly [kind: ProfileEffectKind, recursive?: boolean, lists?: true]

const PATHS: Readonly<Partial<Record<EffectKind, readonly Plain[]>>> = {
  list: [['file-read', false, true]],
  'list-tree': [['file-read', true, true]],
  read: [['file-read']],
  'read-tree': [['file-read', true]],
  write: [['file-write']],
  'write-tree': [['file-write', true]],
  output: [['file-write']],
  change: [['file-read'], ['file-write']],
  'change-tree': [
    ['file-read', true],
    ['file-write', true],
  ],
  delete: [['file-delete']],
  'delete-tree': [['file-delete', true]],
  move: [
    ['file-read', true],
    ['file-delete', true],
  ],
}

/** What can be opened without consequence, for reading and for writing. null(4), stdin(3), tty(4). */
const SOURCES = new Set(['/dev/null', '/dev/zero', '/dev/tty', '/dev/stdin', '/dev/stdout', '/dev/stderr'])
const SINKS = new Set(['/dev/null', '/dev/zero', '/dev/full', '/dev/tty', '/dev/stdout', '/dev/stderr'])
const READING: ReadonlySet<EffectKind> = new Set(['list', 'list-tree', 'read', 'read-tree'])
const WRITING: ReadonlySet<EffectKind> = new Set(['write', 'write-tree', 'output'])

/** True where all that is done to a target is to open it, and that is of no consequence. */
function isStream(call: Invocation, does: EffectKind, target: string): boolean {
  if (READING.has(does)) return SOURCES.has(target) || (target === '-' && (does === 'read' || call.dashIsStream))
  return (does === 'output' && SINKS.has(target)) || (target === '-' && call.dashIsStream && WRITING.has(does))
}

/** Adds what one effect does to one target. `at` says where it stands in argv. */
export function addEffect(
  call: Invocation,
  does: EffectKind,
  word: ProfileWord | undefined,
  at: number,
  fixed?: string,
): ProfileRefusal | undefined {
  if (does === 'nothing' || does === 'flag') return undefined
  const pattern = fixed === undefined && word !== undefined ? globPattern(word) : null
  const target = fixed ?? (word === undefined ? null : wordTarget(word))
  const plain = PATHS[does]
  if (plain) {
    if (word === undefined && fixed === undefined) return undefined
    if (target !== null && isStream(call, does, target)) return undefined
    for (const [kind, recursive, lists] of plain) {
      const effect = pathEffect(call.path(target), kind, recursive === true, pattern)
      call.effects.push(lists === true ? { ...effect, lists } : does === 'output' ? { ...effect, opens: true } : effect)
    }
    return undefined
  }
  // A pattern says where something is, not what it is called.
  const name = pattern === null ? target : null
  switch (does) {
    case 'folder':
      call.folder = target === null || pattern !== null ? null : call.path(target)
      call.effects.push(pathEffect(call.folder, 'file-read', false, null))
      return undefined
    case 'shell':
      call.runs.push(['sh', '-c', word ?? null])
      return undefined
    case 'code':
      return { code: 'EXECUTES_CODE', message: `${call.program}: code in the arguments decides what happens`, at }
    case 'unevaluated':
      return { code: 'NOT_EVALUATED', message: `${call.program}: an option that a person must check`, at }
    case 'run':
    case 'load':
      call.executes(name, 'argument')
      return undefined
    case 'helper':
    case 'workspace':
    case 'download':
      call.effects.push({ kind: 'execute', target: name, origin: does })
      return undefined
    default:
      call.effects.push({ kind: does as ProfileEffectKind, target: name })
      return undefined
  }
}

function pathEffect(
  target: string | null,
  kind: ProfileEffectKind,
  recursive: boolean,
  pattern: string | null,
): ProfileEffect {
  if (!recursive && pattern === null) return { kind, target }
  return { kind, target, ...(recursive ? { recursive } : {}), ...(pattern === null ? {} : { glob: true as const }) }
}

/** Adds what the options do that were given from `fromOption` on. */
export function collectOptions(call: Invocation, fromOption: number): ProfileRefusal | undefined {
  const { options } = call
  // Folders first: they count for paths that stand before them too.
  for (let index = fromOption; index < options.length; index++) {
    const { row, values, at } = options[index]!
    if (row.does === 'folder') addEffect(call, row.does, values[0], at)
  }
  for (let index = fromOption; index < options.length; index++) {
    const { name, row, values, at } = options[index]!
    if (row.does === 'nothing' || row.does === 'flag' || row.does === 'folder') continue
    if (row.does === 'unevaluated')
      return { code: 'NOT_EVALUATED', message: `${call.program}: ${name} is an option that a person must check`, at }
    const refusal = addEffect(call, row.does, row.takes === 2 ? values[1] : values[0], at, row.target)
    if (refusal) return refusal
  }
  return undefined
}

/** Adds what the command always does, and what its operands are. */
export function collectOperands(
  call: Invocation,
  { table, operands: rule }: CompiledTable,
): ProfileRefusal | undefined {
  for (const effect of table.always ?? []) {
    const target = call.path(effect.target)
    call.effects.push(target === effect.target || !effect.kind.startsWith('file-') ? effect : { ...effect, target })
  }
  if (table.obeys) call.obeys = table.obeys
  if (table.ownOperands === true) return undefined
  const { operands } = call
  if (operands.length === 0) {
    if (rule?.none) {
      for (const effect of rule.none) call.effects.push({ ...effect, target: call.path(effect.target) })
    }
    return undefined
  }
  if (!rule) return tooMany(call, operands[0]!.at)
  const first = rule.firstUnless !== undefined && call.has(rule.firstUnless) ? [] : (rule.first ?? [])
  const last = rule.lastUnless !== undefined && call.has(rule.lastUnless) ? undefined : rule.last
  const { length } = operands
  let split = 0
  while (split < length && !maySplit(operands[split]!.word)) split++
  const lastIsCertain = !maySplit(operands[length - 1]!.word)
  for (let index = 0; index < length; index++) {
    const { word, at } = operands[index]!
    if (split === length && !call.hidesOptions) {
      const isLast = index === length - 1 && index > 0 && last !== undefined
      const does = index < first.length ? first[index] : isLast ? last : rule.rest
      if (does === undefined) return tooMany(call, at)
      const refusal = addEffect(call, does, word, at)
      if (refusal) return refusal
      continue
    }
    const possible = new Set<EffectKind | undefined>()
    const isLast = last !== undefined && index > 0 && (index === length - 1 || !lastIsCertain)
    if (isLast) possible.add(last)
    if (!isLast || !lastIsCertain || (call.hidesOptions && rule.lastUnless !== undefined)) {
      if (index < split) possible.add(index < first.length ? first[index] : rule.rest)
      else for (const does of [...first.slice(split), rule.rest]) possible.add(does)
      if (call.hidesOptions && rule.firstUnless !== undefined) possible.add(rule.rest)
    }
    for (const does of possible) {
      const refusal = does === undefined ? undefined : addEffect(call, does, word, at)
      if (refusal) return refusal
    }
  }
  return undefined
}

function tooMany(call: Invocation, at: number): ProfileRefusal {
  return { code: 'UNKNOWN_OPERAND', message: `${call.program}: an operand that it is not known to accept`, at }
}
