import { visibleText } from '@poundlock/spec'
import type { TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import type { PolicyRequest, ServerProgram } from '../../model/request.ts'
import { sourceAt } from '../../model/source-at.ts'
import { answer } from '../../model/trace-step.ts'
import type { EffectRule } from '../../rules/files/effect-rule.ts'
import type { FileRules } from '../../rules/files/file-rules.ts'

/** A rule that denies something which a program can do unseen. */
interface Denial {
  readonly text: string
  readonly source: string
  /** Whether the sandbox of a server keeps it: a server that it cannot keep from denied files does not start there. */
  readonly isKept: (program: ServerProgram, workspace: string) => boolean
}

/** Evaluates a call of a server's tool; `asks` is false if a call that no rule covers needs no approval. */
export type EvaluateServer = (request: PolicyRequest, asks: boolean) => readonly TraceStep[]

const NOTHING: readonly TraceStep[] = []

/**
 * Compiles the deny rules for the program of a server. The input of a call shows what the model wants; the program can
 * do more. If no sandbox enforces a rule, each call needs approval.
 */
export function compileServer(
  layers: readonly PolicyLayer[],
  fileRules: FileRules,
  effectRules: readonly EffectRule[],
): EvaluateServer {
  const denials = [...fileDenials(fileRules), ...protections(layers), ...effectDenials(effectRules)]
  if (denials.length === 0) return () => NOTHING
  return (request, asks) => {
    const program = programOf(request)
    if (program === null || program === 'elsewhere') return NOTHING
    const unkept = denials.filter(({ isKept }) => !isKept(program, request.context.workspace))
    const [first] = unkept
    if (first === undefined) return NOTHING
    const { text: rule, source } = first
    const message = sentence(program, nameOf(request), unkept)
    const code = program === 'uncontained' ? 'SERVER_UNCONTAINED' : 'SERVER_UNKEPT'
    return [answer('effects', asks ? 'ask' : 'deny', code, message, { rule, source })]
  }
}

/** A tool of a server of which nothing is known is served by a program that nothing contains. */
function programOf({ program, served, tool }: PolicyRequest): ServerProgram | null {
  return program ?? (served !== undefined || /^mcp__/i.test(tool) ? 'uncontained' : null)
}

const fileDenials = (rules: FileRules): readonly Denial[] =>
  (['read', 'write'] as const).flatMap((access) =>
    rules
      .of(access)
      .filter(({ action }) => action === 'deny')
      .map(({ text, source }) => ({ text, source, isKept: isContained })),
  )

const protections = (layers: readonly PolicyLayer[]): readonly Denial[] =>
  layers.flatMap((layer) =>
    (layer.protectedPaths ?? []).map((text) => ({
      text,
      source: sourceAt(layer, '/tools/fs/protectedPaths'),
      isKept: isContained,
    })),
  )

const effectDenials = (rules: readonly EffectRule[]): readonly Denial[] =>
  rules.filter(({ action }) => action === 'deny').map((rule) => ({ ...rule, isKept: keeperOf(rule) }))

const isContained = (program: ServerProgram): boolean => program !== 'uncontained'

/** A sandbox keeps named files, signals and privileges from a program, and the network where it has none. */
function keeperOf(rule: EffectRule): Denial['isKept'] {
  const { name, place } = rule
  if (name === 'process.signal' || name === 'privilege.gain') return isContained
  if (name === 'net.egress') return (program) => program === 'offline'
  if (place !== null && name !== 'fs.delete') return isContained
  // Outside of the workspace it can change nothing.
  return (program, workspace) => isContained(program) && !rule.reaches(workspace, true)
}

function sentence(program: ServerProgram, name: string, [first, ...others]: readonly Denial[]): string {
  const rule = `the rule that denies "${visibleText(first!.text)}"`
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return program === 'uncontained'
    ? `${name} runs outside of the sandbox: nothing makes its program obey ${rule}${more}`
    : `no sandbox makes the program of ${name} obey ${rule}${more}`
}

const nameOf = ({ served, tool }: PolicyRequest): string =>
  served === undefined
    ? `the server of ${visibleText(JSON.stringify(tool))}`
    : `the server ${visibleText(JSON.stringify(served.server))}`
