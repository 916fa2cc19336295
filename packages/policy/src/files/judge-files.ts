import { visibleText } from '@poundlock/spec/vocabulary'
import { foldName, normalisePath } from '../commands/protected-paths.ts'
import type { TraceStep } from '../decision.ts'
import { answer } from '../judges/answer.ts'
import { placeProblem, type Scope } from '../judges/effect-problem.ts'
import { absolutePath, DONE, pathProblem, type FileAccess } from './file-access.ts'
import type { FileRules } from './file-rules.ts'
import type { GateFiles } from './gate-files.ts'
import { manifestReason } from './tool-manifests.ts'

/** What files are judged by. */
export interface FileJudgement {
  readonly scope: Scope
  readonly rules: FileRules
  readonly gates: GateFiles
}

/** What is said about the files of a call. */
export interface FilesVerdict {
  readonly steps: readonly TraceStep[]
  /** True when something outside the workspace would be changed: then the call needs more than its tool usually does. */
  readonly leavesWorkspace: boolean
}

/** Said where an input names nothing, and where a pattern could look anywhere. */
const UNTOLD =
  'which files the call means cannot be told: name files and folders plainly, a folder as path and without ".."'

/** Judges the files that a tool call names, each by the path as it is written and by where it really lies. */
export function judgeFiles(files: readonly FileAccess[], judgement: FileJudgement): FilesVerdict {
  if (files.length === 0) return UNTOUCHED
  const steps: TraceStep[] = []
  let leavesWorkspace = false
  const { context } = judgement.scope
  for (const file of files) {
    const problem = pathProblem(file.path)
    if (problem !== null) {
      steps.push(ask('FILE_UNCLEAR', file.path === '' ? UNTOLD : `the path ${show(file.path)} ${problem}`))
      leavesWorkspace ||= file.access !== 'read'
      continue
    }
    const { real } = file
    const written = absolutePath(file.path, context)
    if (real === null) {
      steps.push(ask('FILE_UNCLEAR', `where ${show(written)} really lies cannot be found out`))
      leavesWorkspace ||= file.access !== 'read'
    }
    const places = typeof real === 'string' && real !== written ? [written, normalisePath(real)] : [written]
    for (const path of places) {
      const found = judgePath(path, foldName(path), file.access, judgement)
      if (found?.step) steps.push(found.step)
      leavesWorkspace ||= found?.leavesWorkspace === true
    }
  }
  return steps.length === 0 ? IN_SCOPE : { steps, leavesWorkspace }
}

/** What is said where no file is named, and where nothing speaks against those that are. */
export const UNTOUCHED: FilesVerdict = { steps: [], leavesWorkspace: false }
export const IN_SCOPE: FilesVerdict = {
  steps: [answer('files', 'allow', 'FILE_IN_SCOPE', 'every file that the call names is in scope')],
  leavesWorkspace: false,
}

/** What is said of a path whatever a call does besides: it is folded once more as it is compared. */
export function judgeKnown(
  path: string,
  folded: string,
  access: FileAccess['access'],
  { rules, scope, gates }: FileJudgement,
): TraceStep | null {
  const { home, workspace } = scope.context
  if (gates.covers(folded, access, home)) {
    const message = `${show(path)} is a part of what decides about calls; no call may ${access} it`
    return answer('files', 'deny', 'FILE_GATE', message)
  }
  const kind = access === 'read' ? 'read' : 'write'
  const rule = rules.find(path, kind, workspace)
  if (rule === null || rule.action === 'allow') return null
  const message = `${show(path)} would be ${DONE[access]}, which tools.fs.${kind}.${rule.action} covers`
  return answer('files', rule.action, 'FILE_RULE', message, { rule: rule.text, source: rule.source })
}

/** What is said of a file that a command runs which is often allowed, whoever changes it. */
export function judgeManifest(path: string, folded: string, access: FileAccess['access']): TraceStep | null {
  const reason = access === 'read' ? null : manifestReason(folded)
  if (reason === null) return null
  return ask('EFFECT_PROTECTED', `${show(path)} would be ${DONE[access]}, which is protected: ${reason}`)
}

interface PathVerdict {
  readonly step: TraceStep | null
  readonly leavesWorkspace: boolean
}

function judgePath(
  path: string,
  folded: string,
  access: FileAccess['access'],
  judgement: FileJudgement,
): PathVerdict | null {
  const { scope } = judgement
  const own = judgeKnown(path, folded, access, judgement)
  if (own) return { step: own, leavesWorkspace: false }
  const problem = placeProblem(KINDS[access], path, folded, scope)
  if (problem === null) {
    const step = judgeManifest(path, folded, access)
    return step && { step, leavesWorkspace: false }
  }
  if (problem.code === 'EFFECT_OUTSIDE') {
    // A change outside is for the mode to decide: it needs more than the workspace.
    if (access !== 'read') {
      return { step: answer('files', 'allow', 'FILE_OUTSIDE', problem.message), leavesWorkspace: true }
    }
  }
  return { step: ask(problem.code, problem.message), leavesWorkspace: false }
}

const KINDS = { read: 'file-read', write: 'file-write', delete: 'file-delete' } as const

const ask = (code: TraceStep['code'], message: string) => answer('files', 'ask', code, message)

const show = (path: string) => visibleText(path)
