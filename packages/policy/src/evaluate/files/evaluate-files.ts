import { visibleText } from '@poundlock/spec'
import type { ReasonEffect, TraceStep } from '../../model/decision.ts'
import { DONE, type FileAccess, absolutePath, pathProblem } from '../../model/file-access.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import { answer } from '../../model/trace-step.ts'
import type { FileRules } from '../../rules/files/file-rules.ts'
import type { GateFiles } from '../../rules/files/gate-files.ts'
import { manifestReason } from '../../rules/files/tool-manifests.ts'
import { type LineScope, pathProblemOf } from '../effects/effect-problem.ts'

/** What files are evaluated by. */
export interface FileEvaluation {
  readonly scope: LineScope
  readonly rules: FileRules
  readonly gates: GateFiles
}

/** The result of evaluating the files of a call. */
export interface FilesResult {
  readonly steps: readonly TraceStep[]
  /** True when something outside the workspace would be changed: then the call needs more than its tool usually does. */
  readonly leavesWorkspace: boolean
}

/** Said where an input names nothing, and where a pattern could look anywhere. */
const UNCLEAR_FILES =
  'it is not clear which files the call means: use plain paths, give a folder in "path", and leave out ".."'

/** Evaluates the files that a tool call names: each by the path as it is written, and by its real path. */
export function evaluateFiles(files: readonly FileAccess[], evaluation: FileEvaluation): FilesResult {
  if (files.length === 0) return UNTOUCHED
  const steps: TraceStep[] = []
  let leavesWorkspace = false
  const { context } = evaluation.scope
  for (const file of files) {
    const problem = pathProblem(file.path)
    if (problem !== null) {
      const message = file.path === '' ? UNCLEAR_FILES : `the path ${show(file.path)} ${problem}`
      steps.push(ask('FILE_UNCLEAR', message, { kind: KINDS[file.access], path: null }))
      leavesWorkspace ||= file.access !== 'read'
      continue
    }
    const { real } = file
    const written = absolutePath(file.path, context)
    if (real === null) {
      const message = `the real path of ${show(written)} cannot be found`
      steps.push(ask('FILE_UNCLEAR', message, { kind: KINDS[file.access], path: written }))
      leavesWorkspace ||= file.access !== 'read'
    }
    const places = typeof real === 'string' && real !== written ? [written, normalisePath(real)] : [written]
    for (const path of places) {
      const found = evaluatePath(path, foldName(path), file.access, evaluation)
      if (found?.step) steps.push(found.step)
      leavesWorkspace ||= found?.leavesWorkspace === true
    }
  }
  return steps.length === 0 ? IN_SCOPE : { steps, leavesWorkspace }
}

/** The steps when no file is named, and when every named file is free. */
export const UNTOUCHED: FilesResult = { steps: [], leavesWorkspace: false }
export const IN_SCOPE: FilesResult = {
  steps: [answer('files', 'allow', 'FILE_IN_SCOPE', 'every file that the call names is in scope')],
  leavesWorkspace: false,
}

/** Checks one path on its own, independent of the rest of the call. `folded` is the path as rules compare it. */
export function evaluateKnown(
  path: string,
  folded: string,
  access: FileAccess['access'],
  { rules, scope, gates }: FileEvaluation,
): TraceStep | null {
  const { home, workspace } = scope.context
  if (gates.covers(folded, access, home)) {
    const message = `${show(path)} decides about calls: no call may ${access} it`
    return answer('files', 'deny', 'FILE_GATE', message, { effect: { kind: KINDS[access], path } })
  }
  const kind = access === 'read' ? 'read' : 'write'
  const rule = rules.find(path, kind, workspace)
  if (rule === null || rule.action === 'allow') return null
  const message = `${show(path)} would be ${DONE[access]}: tools.fs.${kind}.${rule.action} covers it`
  const effect = { kind: KINDS[access], path }
  return answer('files', rule.action, 'FILE_RULE', message, { rule: rule.text, source: rule.source, effect })
}

/** Checks a manifest: a file whose content decides what a commonly allowed command runs. */
export function evaluateManifest(path: string, folded: string, access: FileAccess['access']): TraceStep | null {
  const reason = access === 'read' ? null : manifestReason(folded)
  if (reason === null) return null
  const message = `${show(path)} would be ${DONE[access]}, but it is protected: ${reason}`
  return ask('EFFECT_PROTECTED', message, { kind: KINDS[access], path })
}

interface PathResult {
  readonly step: TraceStep | null
  readonly leavesWorkspace: boolean
}

function evaluatePath(
  path: string,
  folded: string,
  access: FileAccess['access'],
  evaluation: FileEvaluation,
): PathResult | null {
  const { scope } = evaluation
  const own = evaluateKnown(path, folded, access, evaluation)
  if (own) return { step: own, leavesWorkspace: false }
  const problem = pathProblemOf(KINDS[access], path, folded, scope)
  if (problem === null) {
    const step = evaluateManifest(path, folded, access)
    return step && { step, leavesWorkspace: false }
  }
  if (problem.code === 'EFFECT_OUTSIDE') {
    // A change outside is for the mode to decide: it needs more than the workspace.
    if (access !== 'read') {
      const { message, effect } = problem
      return { step: answer('files', 'allow', 'FILE_OUTSIDE', message, { effect }), leavesWorkspace: true }
    }
  }
  return { step: ask(problem.code, problem.message, problem.effect), leavesWorkspace: false }
}

/** The kind of effect that an access is. */
export const KINDS = { read: 'file-read', write: 'file-write', delete: 'file-delete' } as const

const ask = (code: TraceStep['code'], message: string, effect: ReasonEffect) =>
  answer('files', 'ask', code, message, { effect })

const show = (path: string) => visibleText(path)
