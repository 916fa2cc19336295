import { isAbsolute, join, normalize, resolve } from 'node:path'
import { parseConfig, resolveConfig, type ConfigSource } from '@poundlock/config'
import { approvalsFor, modeLayers, policyLayers, sandboxNetwork, skillPrograms } from '@poundlock/local-host'
import {
  createExecutableFinder,
  inspectRepository,
  MAX_COMMAND_LENGTH,
  planCommand,
  realPathAmong,
  realPathOf,
  rootHas,
  SYSTEM_PATH,
  type FindExecutable,
} from '@poundlock/plan'
import {
  type HostApprovals,
  type PolicyDecision,
  type PolicyRequest,
  callEffects,
  createPolicy,
  toolRequest,
  withFallback,
} from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import type { Dialect } from '@poundlock/shell'
import { findBuiltInTool } from '@poundlock/spec'
import { type ExecInput, EXEC_TOOL } from '@poundlock/spec/tools'
import { createValidator, validateToolInput } from '@poundlock/spec/validation'
import { assemble } from '../host/assemble.ts'
import { configuredContacts } from '../host/search-options.ts'
import { answerJsonLines } from '../input/json-lines.ts'
import { UsageError } from '../usage-error.ts'
import { Row } from './check-row.ts'

const validate = createValidator(Row)

/** The shells whose command lines can be read, and how. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  bash: 'bash',
  zsh: 'zsh',
  sh: 'posix',
  dash: 'posix',
  posix: 'posix',
}

/** `check --jsonl`: decides a batch. With `context.executables` it does not touch the file system. */
export async function checkBatch(file: string): Promise<void> {
  await answerJsonLines(file, (row) => {
    const issues = validate(row)
    if (issues.length > 0) {
      throw new UsageError(
        issues.map((issue) => `${issue.pointer.slice(1) || 'the line'}: ${issue.message}`).join('; '),
        { remedy: '' },
      )
    }
    return isBare(row as Row) ? decideHere(row as Row) : decideRow(row as Row)
  })
}

/** Whether a row leaves everything but the call to the place where the batch is decided. */
const isBare = ({ config, approvals, context }: Row) =>
  config === undefined && approvals === undefined && context === undefined

/** Decides as `check` does in this folder: by its configuration, approvals and sandbox. */
async function decideHere({ tool, input }: Row): Promise<object> {
  if (findBuiltInTool(tool)?.name !== EXEC_TOOL.name) {
    const { openReview } = await import('../review/review-place.ts')
    const review = openReview({})
    const request = review.request({ tool, input })
    return answerOf(review.policy.decide(request), request)
  }
  const problem = inputProblem(tool, input)
  if (problem !== null) throw new UsageError(problem, { remedy: '' })
  const { runtime, context } = await assemble({}, { looks: true })
  const { decision, request } = await runtime.check(input as ExecInput, context)
  return answerOf(decision, request)
}

function decideRow({ tool, input, config, approvals, context = {} }: Row): object {
  const { agent = 'main', session = 'main', home = '/root', interactive = true, provider, model } = context
  const workspace = normalize(context.workspace ?? context.cwd ?? '/')
  const sources = configSources(config)
  const sandbox = resolveConfig(sources, agent).sandbox
  const policy = createPolicy([...modeLayers(sandbox, { agent, session }), ...policyLayers(sources)], {
    home,
    commands: commandEvaluator,
  })
  const runsCommands = findBuiltInTool(tool)?.name === EXEC_TOOL.name
  const problem = runsCommands ? inputProblem(tool, input) : null
  const { command, workdir, env, host, security, ask } = (runsCommands && !problem ? input : {}) as Partial<ExecInput>
  const cwd = resolve(context.cwd ?? workspace, workdir ?? '.')
  const folder = join(home, '.poundlock', 'skills')
  /** Where programs are named by the row, so are those of skills: by their place alone. */
  const skills = () =>
    !context.executables
      ? skillPrograms(folder, workspace)
      : `${folder}/`.startsWith(`${workspace === '/' ? '' : workspace}/`)
        ? []
        : [`${folder}/**`]
  const owner: HostApprovals | undefined = approvals && approvalsFor(approvals, agent, 'approvals', skills)
  const request = toolRequest({
    tool,
    input,
    ...(command !== undefined && { plan: planFor(command, context, cwd, home).plan }),
    // Decided as it would be where the sandbox does what the configuration says.
    containment: {
      active: true,
      network: sandboxNetwork(sandbox).network,
      workspaceOnly: sandbox.fileMode.value !== 'off',
    },
    parameters: { ...(host && { host }), ...(security && { security }), ...(ask && { ask }) },
    environment: [...Object.keys(env ?? {}), ...Object.keys(context.env ?? {})],
    ...(owner && { approvals: owner }),
    ...configuredContacts(tool, sources),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    context: { agent, session, cwd, workspace, home, interactive },
    planLine: (line, where) => planFor(line, context, where, home).plan,
    realPath: (path) =>
      context.links || context.executables
        ? realPathAmong(context.links ?? {}, path, cwd, home)
        : realPathOf(path, cwd, home),
    ...(!context.links && !context.executables && { rootHas }),
  })
  const decided = policy.decide(request)
  // A tool that may not be called at all is denied, whatever it is given.
  if (problem !== null && decided.decision !== 'deny') throw new UsageError(problem, { remedy: '' })
  return answerOf(interactive ? decided : withFallback(decided), request)
}

/** The object that `check` answers with, one line or a batch of them. */
export function answerOf(decision: PolicyDecision, request: PolicyRequest) {
  return {
    decision: decision.decision,
    reasons: decision.reasons,
    commands: decision.commands,
    effects: callEffects(request, decision),
    fix: decision.fix,
  }
}

function configSources(config: object | undefined): readonly ConfigSource[] {
  return config ? [{ kind: 'user', ...parseConfig(JSON.stringify(config, null, 2), 'config') }] : []
}

/** The problem of a command tool's input; `bash` has parameters of its own. */
function inputProblem(tool: string, input: unknown): string | null {
  const { command } = (input ?? {}) as Partial<ExecInput>
  const issues =
    tool === EXEC_TOOL.name || typeof command !== 'string'
      ? validateToolInput(EXEC_TOOL, input).map(
          (issue) => `input${issue.pointer.replaceAll('/', '.')}: ${issue.message}`,
        )
      : []
  if (issues.length === 0 && command !== undefined && command.length > MAX_COMMAND_LENGTH) {
    issues.push(`input.command: has ${command.length} characters; at most ${MAX_COMMAND_LENGTH} are read`)
  }
  return issues.length > 0 ? issues.join('; ') : null
}

function planFor(command: string, context: NonNullable<Row['context']>, cwd: string, home: string) {
  const shell = context.shell ?? 'bash'
  const dialect = Object.hasOwn(DIALECTS, shell) ? DIALECTS[shell]! : null
  if (dialect === null) {
    const message = `command lines for ${JSON.stringify(shell)} cannot be read; known: ${Object.keys(DIALECTS).join(', ')}`
    const refusal = { code: 'UNSUPPORTED', message }
    return { plan: { text: command, refusal, complete: false, unresolved: [], commands: [], effects: [] } }
  }
  return planCommand(command, {
    cwd,
    home,
    dialect,
    findExecutable: finderFor(context),
    ...(context.path && { path: context.path }),
    ...(!context.executables && { inspectRepository }),
    ...(context.workspace && { workspace: context.workspace }),
  })
}

function finderFor({ executables, path }: NonNullable<Row['context']>): FindExecutable {
  if (!executables) return createExecutableFinder(path ?? SYSTEM_PATH)
  return (name, cwd) => {
    if (Object.hasOwn(executables, name)) return executables[name]!
    if (!name.includes('/')) return null
    return isAbsolute(name) ? normalize(name) : join(cwd, name)
  }
}
