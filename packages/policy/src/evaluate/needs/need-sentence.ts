import { visibleText } from '@poundlock/spec'
import type { PlannedEffect } from '../../model/command-plan.ts'
import { shownFiles } from '../../model/paths.ts'
import { type LineScope, effectProblem } from '../effects/effect-problem.ts'

/** How one effect is put into words: `rm would delete /w/a`. Effects of the same key share the verb. */
export interface NeedSentence {
  readonly key: string
  /** `would delete` */
  readonly verb: string
  /** `/w/a`, `/etc/x (outside the workspace /w)` */
  readonly target: string
  /** What a person should read first; the smallest is the worst. */
  readonly rank: number
  /** True for what needs no approval by itself, such as reading in the workspace. */
  readonly isWeak: boolean
}

const RANK: Readonly<Record<PlannedEffect['kind'], number>> = {
  privilege: 0,
  execute: 1,
  network: 2,
  'file-delete': 3,
  'file-write': 4,
  process: 5,
  environment: 6,
  'file-read': 7,
}

/** What a sandbox with a network does not hold back; code can do what the network lets it. */
const LEAVES_SANDBOX: ReadonlySet<PlannedEffect['kind']> = new Set(['network', 'execute'])

/**
 * @param isContained whether a sandbox confines files, processes and privileges: then only what leaves it counts
 */
export function needSentence(effect: PlannedEffect, scope: LineScope, isContained: boolean): NeedSentence {
  const { kind, origin, repository, sends } = effect
  const key = JSON.stringify([kind, origin, repository, sends])
  const [verb, target] = wordsOf(effect, scope)
  const isHelper = kind === 'execute' && origin === 'helper'
  const isFree =
    kind === 'file-read' ? effectProblem(effect, scope) === null : repository === true && kind !== 'execute'
  return {
    key,
    verb,
    target,
    rank: RANK[kind],
    isWeak: isHelper || isFree || (isContained && !LEAVES_SANDBOX.has(kind)),
  }
}

type Words = readonly [verb: string, target: string]

function wordsOf(effect: PlannedEffect, scope: LineScope): Words {
  const { path, note, sends } = effect
  const shown = path === null ? null : visibleText(path)
  const noted = note === undefined ? '' : ` (${note})`
  switch (effect.kind) {
    case 'file-read':
    case 'file-write':
    case 'file-delete':
      return fileWords(effect, effect.kind, scope)
    case 'network':
      return [
        sends ? 'would send files or changes to' : 'would contact',
        shown ?? note ?? 'hosts that it does not name',
      ]
    case 'execute':
      return executeWords(effect)
    case 'environment':
      return ['would use', shown === null ? 'all environment variables, also secret ones' : `the variable ${shown}`]
    case 'process':
      return ['would act on', shown === null ? `other processes${noted}` : `process ${shown}${noted}`]
    case 'privilege':
      return ['would take', `more privileges${noted}`]
  }
}

const FILE_VERBS = { 'file-read': 'would read', 'file-write': 'would write', 'file-delete': 'would delete' } as const

function fileWords(effect: PlannedEffect, kind: keyof typeof FILE_VERBS, scope: LineScope): Words {
  const { path, pattern, note, recursive, repository } = effect
  if (repository === true && kind !== 'file-read') {
    return ['would change', `the data of the repository in ${visibleText(path ?? 'a folder that it does not name')}`]
  }
  const verb = FILE_VERBS[kind]
  if (path === null) return [verb, note ?? 'files that are only known at run time']
  const below = recursive === true && pattern === undefined ? ' and all below it' : ''
  const problem = effectProblem(effect, scope)
  const why =
    problem?.code === 'EFFECT_OUTSIDE'
      ? ` (outside the workspace ${visibleText(scope.context.workspace)})`
      : problem?.why === undefined
        ? ''
        : ` (protected: ${problem.why})`
  return [verb, visibleText(shownFiles(effect)!) + below + why]
}

function executeWords({ path, origin, note, repository }: PlannedEffect): Words {
  const shown = path === null ? null : visibleText(path)
  const unnamed = 'a program that is only known at run time'
  switch (origin) {
    case 'workspace': {
      const what = [shown, note].filter((part) => part != null).join(', ')
      return ['would run', `code of the workspace${what === '' ? '' : ` (${what})`}`]
    }
    case 'download':
      return ['would fetch and run', shown ?? note ?? 'code from the network']
    case 'helper':
      return ['would start', shown ?? note ?? unnamed]
    default: {
      const named = repository === true ? ' (named by the configuration of the repository)' : ''
      return ['would run', (shown ?? note ?? unnamed) + named]
    }
  }
}
