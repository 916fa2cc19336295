import type { ProfileEffect, ProfileEffectKind } from '../verdict.ts'
import { globPattern, maySplit, type ProfileWord, wordTarget } from '../word.ts'
import type { CompiledTable } from './compile-table.ts'
import type { Invocation, Refusal } from './invocation.ts'
import type { Deed } from './table.ts'

type Plain = readonly [kind: ProfileEffectKind, recursive?: boolean, lists?: true]

const paths: Readonly<Partial<Record<Deed, readonly Plain[]>>> = {
  list: [['file-read', false, true]],
  'list-tree': [['file-read', true, true]],
  read: [['file-read']],
  'read-tree': [['file-read', true]],
  write: [['file-write']],
  'write-tree': [['file-write', true]],
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

/** Where reading and writing is of no consequence. null(4), stdin(3). */
const streams = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/zero'])

/** Adds what one deed does to one target. `at` says where it stands in argv. */
export function addDeed(
  call: Invocation,
  does: Deed,
  word: ProfileWord | undefined,
  at: number,
  fixed?: string,
): Refusal | undefined {
  if (does === 'nothing' || does === 'flag') return undefined
  const pattern = fixed === undefined && word !== undefined ? globPattern(word) : null
  const target = fixed ?? (word === undefined ? null : wordTarget(word))
  const plain = paths[does]
  if (plain) {
    if (word === undefined && fixed === undefined) return undefined
    if (target !== null && (streams.has(target) || (target === '-' && (does === 'read' || call.dashIsStream)))) {
      return undefined
    }
    for (const [kind, recursive, lists] of plain) {
      const effect = pathEffect(call.path(target), kind, recursive === true, pattern)
      call.effects.push(lists === true ? { ...effect, lists } : effect)
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
    case 'unjudged':
      return { code: 'NOT_JUDGED', message: `${call.program}: an option that a human must judge`, at }
    case 'run':
    case 'load':
      call.effects.push({ kind: 'execute', target: name, origin: 'argument' })
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
export function collectOptions(call: Invocation, fromOption: number): Refusal | undefined {
  const { options } = call
  // Folders first: they count for paths that stand before them too.
  for (let index = fromOption; index < options.length; index++) {
    const { row, values, at } = options[index]!
    if (row.does === 'folder') addDeed(call, row.does, values[0], at)
  }
  for (let index = fromOption; index < options.length; index++) {
    const { name, row, values, at } = options[index]!
    if (row.does === 'nothing' || row.does === 'flag' || row.does === 'folder') continue
    if (row.does === 'unjudged')
      return { code: 'NOT_JUDGED', message: `${call.program}: ${name} is for a person to judge`, at }
    const refusal = addDeed(call, row.does, row.takes === 2 ? values[1] : values[0], at, row.target)
    if (refusal) return refusal
  }
  return undefined
}

/** Adds what the command always does, and what its operands are. */
export function collectOperands(call: Invocation, { table, operands: rule }: CompiledTable): Refusal | undefined {
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
      const refusal = addDeed(call, does, word, at)
      if (refusal) return refusal
      continue
    }
    const possible = new Set<Deed | undefined>()
    const isLast = last !== undefined && index > 0 && (index === length - 1 || !lastIsCertain)
    if (isLast) possible.add(last)
    if (!isLast || !lastIsCertain || (call.hidesOptions && rule.lastUnless !== undefined)) {
      if (index < split) possible.add(index < first.length ? first[index] : rule.rest)
      else for (const does of [...first.slice(split), rule.rest]) possible.add(does)
      if (call.hidesOptions && rule.firstUnless !== undefined) possible.add(rule.rest)
    }
    for (const does of possible) {
      const refusal = does === undefined ? undefined : addDeed(call, does, word, at)
      if (refusal) return refusal
    }
  }
  return undefined
}

function tooMany(call: Invocation, at: number): Refusal {
  return { code: 'UNKNOWN_OPERAND', message: `${call.program}: an operand that it is not known to take`, at }
}
