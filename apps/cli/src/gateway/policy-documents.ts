import { hash } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkDocument, parseApprovals } from '@poundlock/approvals'
import { openApprovalsStore } from '@poundlock/approvals/node'
import { ConfigError, parseConfig, type ConfigDocument, type ConfigSource } from '@poundlock/config'
import type { Area, Services } from '@poundlock/gateway'
import { readOwnFile } from '@poundlock/local-host'
import { callEffects, type PolicyRequest } from '@poundlock/policy'
import { lintPolicy } from '@poundlock/policy-review'
import { GatewayError, type ResultOf } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { effectivePolicy } from '../review/effective-policy.ts'
import { knownNames } from '../review/known-names.ts'
import { replayWeek } from '../review/replay-week.ts'
import { openReview, type Review } from '../review/review-place.ts'
import { orConflict } from './or-conflict.ts'

export interface PolicyAreaOptions {
  /** The folder that the policy is looked at in: the first of the gateway. */
  readonly workspace: string
  /** Instead of the user's `poundlock.json`. */
  readonly config?: string
  /** Has new calls decided by what the documents say now. */
  readonly reload: () => unknown
}

type DocumentName = 'config' | 'approvals'
type Handlers = Area['handlers']
type PolicyReview = ResultOf<'policy.review'>

/** What an operator may change without being one who lets commands run: the rules, and nothing that starts something. */
const RULES = new Set(['$schema', 'mode', 'tools', 'agents'])

/** Serves the policy. Nothing is kept between requests: the files are the truth. */
export function policyHandlers(options: PolicyAreaOptions, services: Services): Handlers {
  const { workspace, config, reload } = options
  const { stateFolder } = services
  const place = { workspace, ...(config !== undefined && { config }) }
  const fileOf = (name: DocumentName) =>
    name === 'approvals' ? join(stateFolder, 'exec-approvals.json') : (config ?? join(stateFolder, 'poundlock.json'))
  const read = (name: DocumentName) => {
    const file = fileOf(name)
    const text = readOwnFile(file, { vouchedFor: false })
    return { file, text, hash: text === null ? null : hashOf(text) }
  }
  return {
    'policy.check': ({ tool, input, agent, session, cwd }) =>
      orConflict(() => {
        const review = openReview(place)
        const command = (input as { readonly command?: unknown }).command
        const request = review.request({
          tool,
          input,
          ...(typeof command === 'string' && { command }),
          ...(agent !== undefined && { agent }),
          ...(session !== undefined && { session }),
          ...(cwd !== undefined && { cwd }),
        })
        return checked(review, request)
      }),
    'policy.effective': ({ agent = 'main' }) => orConflict(() => effectivePolicy(openReview(place), agent)),
    'policy.document': ({ document }) => orConflict(() => read(document)),
    'policy.review': ({ document, text }) =>
      orConflict(() => (document === 'config' ? reviewConfig(place, fileOf(document), text) : reviewApprovals(text))),
    'policy.save': ({ document, text, base }, caller) =>
      orConflict(async () => {
        const before = read(document)
        if (before.hash !== base) throw changedMeanwhile(before.file)
        if (document === 'config') checkMayChange(before, text, caller.scopes.has('admin'))
        else checkDocument(parseApprovals(text, before.file), before.file, { isProposal: true })
        await services.deviceAudit.write('policy-saved', {
          document,
          before: base,
          after: hashOf(text),
          by: caller.deviceId,
        })
        // What somebody saved while it was recorded stays.
        if (read(document).hash !== base) throw changedMeanwhile(before.file)
        if (document === 'config') replaceOwnFile(before.file, text)
        else {
          const value = parseApprovals(text, before.file)
          const stored = await openApprovalsStore(before.file).update(() => value, base)
          reload()
          return { hash: stored.hash! }
        }
        reload()
        return { hash: hashOf(text) }
      }),
  }
}

function checked({ policy }: Review, request: PolicyRequest): ResultOf<'policy.check'> {
  const decision = policy.decide(request)
  const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
  return plain({
    decision: decision.decision,
    reasons: decision.reasons.map(({ code, message, layer, rule, source }) => ({
      code,
      message,
      ...(layer && { layer }),
      ...(rule && { rule }),
      ...(source && { source }),
    })),
    trace: [...decision.trace],
    commands: decision.commands.map(({ name, argv, resolved, span, decision: one, rule }) => ({
      name,
      argv: [...argv],
      resolved,
      span: [span[0], span[1]] as [number, number],
      decision: one,
      rule,
    })),
    effects: callEffects(request, decision).map(({ kind, path }) => ({ kind, path })),
    fix: decision.fix.map(({ message, ...more }) => ({ message, ...more })),
  }) as ResultOf<'policy.check'>
}

async function reviewConfig(
  place: { readonly workspace: string; readonly config?: string },
  file: string,
  text: string,
): Promise<PolicyReview> {
  let proposed: ConfigSource
  try {
    proposed = { kind: 'user', ...parseConfig(text, file) }
  } catch (error) {
    if (!ConfigError.isInstance(error) || error.code !== 'CONFIG_INVALID') throw error
    const { issues } = error.details as { issues: readonly { line: number; column: number; message: string }[] }
    return { problems: issues.map(({ line, column, message }) => ({ line, column, message })), findings: [] }
  }
  const review = openReview(place, (sources) => withProposed(sources, proposed))
  const { requests, newly, ...replay } = await replayWeek(review, Date.now())
  const known = await knownNames(review)
  const findings = lintPolicy(review.layers, { home: review.home, known }, requests)
  const named = ({ count, calls }: (typeof newly)['ask']) => ({ count, calls: [...calls] })
  return {
    problems: [],
    findings: findings.map(({ code, severity, message, source }) => ({ code, severity, message, source })),
    replay: { ...replay, newly: { allow: named(newly.allow), ask: named(newly.ask), deny: named(newly.deny) } },
  }
}

/** In the place of the user's own file; behind all others where there is none yet. */
function withProposed(sources: readonly ConfigSource[], proposed: ConfigSource): readonly ConfigSource[] {
  const at = sources.findIndex(({ source }) => source.file === proposed.source.file)
  if (at !== -1) return sources.with(at, { ...proposed, kind: sources[at]!.kind })
  const before = sources.findIndex(({ kind }) => kind === 'workspace')
  return sources.toSpliced(before === -1 ? sources.length : before, 0, proposed)
}

function reviewApprovals(text: string): PolicyReview {
  try {
    checkDocument(parseApprovals(text, 'the document'), 'the document', { isProposal: true })
    return { problems: [], findings: [] }
  } catch (error) {
    if (!PoundlockError.isInstance(error)) throw error
    return { problems: [{ line: 1, column: 1, message: error.message }], findings: [] }
  }
}

/** @throws ConfigError for a broken text; GatewayError `FORBIDDEN` for a change that takes `admin` */
function checkMayChange(
  { file, text: before }: { readonly file: string; readonly text: string | null },
  text: string,
  isAdmin: boolean,
): void {
  const [old, next] = [before ?? '{}', text].map((one) => adminSettings(parseConfig(one, file).document))
  if (isAdmin) return
  const keys = new Set([...Object.keys(old!), ...Object.keys(next!)])
  const others = [...keys].filter((key) => !isDeepStrictEqual(old![key], next![key]))
  if (others.length === 0) return
  throw new GatewayError(`A change of ${others.join(', ')} takes the scope admin.`, {
    code: 'FORBIDDEN',
    path: '/params/text',
    details: { reason: 'scope', scope: 'admin' },
  })
}

/** What takes `admin` to change, by its key: all but the rules, and of these the sandboxes of agents and where they run. */
function adminSettings(document: ConfigDocument): Readonly<Record<string, unknown>> {
  const { defaults, list = [] } = document.agents ?? {}
  const sandboxes = list.flatMap(({ id, sandbox }) => (sandbox === undefined ? [] : [[id, sandbox]]))
  const host = document.tools?.exec?.host
  const hosts = list.flatMap(({ id, tools }) => (tools?.exec?.host === undefined ? [] : [[id, tools.exec.host]]))
  return {
    ...Object.fromEntries(Object.entries(document).filter(([key]) => !RULES.has(key))),
    ...(defaults?.sandbox && { 'agents.defaults.sandbox': defaults.sandbox }),
    ...(sandboxes.length > 0 && { 'agents.list[].sandbox': sandboxes }),
    ...(host !== undefined && { 'tools.exec.host': host }),
    ...(hosts.length > 0 && { 'agents.list[].tools.exec.host': hosts }),
  }
}

const changedMeanwhile = (file: string) =>
  new GatewayError(`${file} has been changed since it was read; nothing was written.`, {
    code: 'CONFLICT',
    path: '/params/base',
    expected: 'the hash of what it holds now',
  })

const hashOf = (text: string) => hash('sha256', text, 'hex')
