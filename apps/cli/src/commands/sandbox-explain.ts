import type { ResolvedConfig } from '@poundlock/config'
import { isSandboxed } from '@poundlock/local-host'
import type { Policy, PolicyRequest } from '@poundlock/policy'
import { checkPolicy, type SandboxPolicy, type SandboxStatus } from '@poundlock/sandbox'
import { BUILT_IN_TOOLS, type EgressRuleInput, visibleText } from '@poundlock/spec'
import { approvalAsker } from '../approvals/asker.ts'
import { assemble, type PlaceFlags } from '../host/assemble.ts'
import { applyDirectives, localSender } from '../host/directives.ts'
import { listLines } from '../output/list-lines.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'

interface ExplainFlags extends PlaceFlags {
  readonly json?: boolean
  /** Long lists as a whole. */
  readonly verbose?: boolean
}

/** `poundlock sandbox explain`: the view of a session's commands, the reasons, and the origin of each setting. */
export async function explainSandbox(flags: ExplainFlags): Promise<void> {
  const ask = approvalAsker({ terminal: true, abortSignal: new AbortController().signal })
  const assembly = await assemble(flags, { looks: true, ask })
  const { backend, sandboxPolicy, config, policy, context, location, runtime } = assembly
  await applyDirectives(assembly, flags.directive ?? [])
  const sessionState = runtime.sessionState(context.session)
  // An invalid policy is reported here.
  checkPolicy(sandboxPolicy)
  const status = await withSpinner('proving the sandbox', flags, () => backend.status(sandboxPolicy))
  const request = (tool: string): PolicyRequest => ({
    tool,
    requiredPermission: 'danger-full-access',
    context: { ...context, home: '/', interactive: false },
    session: sessionState,
    containment: { active: status.active, network: status.network, workspaceOnly: status.filesystem !== 'off' },
  })
  const exec = policy.execSettings(request('exec'))
  const { sandbox } = config.resolved
  const { agent, session } = context
  const sandboxed = exec.host.value === 'sandbox'
  const why = reasonFor(sandboxed, sandbox.mode, { agent, session }, exec.host)
  const effect = effectOf(sandboxed, status, sandbox.onUnavailable.value)
  const tools = toolsOf(policy, request)
  const elevated = policy.elevated(agent, localSender())
  const { host } = exec
  if (flags.json) {
    const settings = sandbox
    return printJson({
      agent,
      session,
      sandboxed,
      effect,
      why,
      host,
      exec,
      status,
      policy: sandboxPolicy,
      settings,
      tools,
      elevated,
      sessionState,
      location,
    })
  }
  await printWhere({ agent, session, sandboxed, effect, why, exec })
  await printStatus(status)
  const list = listPrinter(flags.verbose === true)
  await printSettings(sandbox, sandboxPolicy, list)
  await printPolicy(sandboxPolicy, { status, access: ACCESS[sandbox.workspaceAccess.value], list })
  await printTools(tools, list)
  await printElevation(elevated)
}

/** Where a command of the session would run, and under which settings. */
async function printWhere(found: {
  readonly agent: string
  readonly session: string
  readonly sandboxed: boolean
  readonly effect: keyof typeof EFFECTS
  readonly why: string
  readonly exec: ReturnType<Policy['execSettings']>
}): Promise<void> {
  const { bold, dim, good, bad } = paint()
  const { agent, session, sandboxed, effect, why, exec } = found
  const { host, security, ask } = exec
  const effectText = (effect === 'contained' ? good : bad)(EFFECTS[effect])
  await printLine(
    `session ${bold(shownName(session))} of agent ${bold(shownName(agent))}: ${effectText}, ${visibleText(why)}`,
  )
  if (sandboxed) return
  await printLine(
    `commands run in ${bold(host.value)} ${dim(`(${host.origin})`)}: security ${security.value} ${dim(`(${security.origin})`)}, ask ${ask.value} ${dim(`(${ask.origin})`)}`,
  )
}

type PrintList = ReturnType<typeof listPrinter>

async function printSettings(
  sandbox: ResolvedConfig['sandbox'],
  { egress }: SandboxPolicy,
  list: PrintList,
): Promise<void> {
  const { dim } = paint()
  for (const [name, { value, origin }] of Object.entries({
    mode: sandbox.mode,
    scope: sandbox.scope,
    access: sandbox.workspaceAccess,
    files: sandbox.fileMode,
    network: sandbox.network,
    backend: sandbox.backend,
    renderer: sandbox.renderer,
    'when unavailable': sandbox.onUnavailable,
  })) {
    await printLine(`${name.padEnd(18)}${value} ${dim(`(${visibleText(origin)})`)}`)
  }
  for (const [name, { value, origin }] of Object.entries(sandbox.docker)) {
    if (sandbox.backend.value === 'docker') {
      await printLine(`${`docker.${name}`.padEnd(19)} ${visibleText(String(value))} ${dim(`(${visibleText(origin)})`)}`)
    }
  }
  if (egress) await list('hosts', egress.rules.map(describeRule), ` (${visibleText(sandbox.egress.origin)})`)
}

async function printTools(tools: ReturnType<typeof toolsOf>, list: PrintList): Promise<void> {
  const { dim } = paint()
  await list(
    'tools',
    tools.filter(({ allowed }) => allowed).map(({ name }) => name),
  )
  for (const { name, because, source } of tools.filter(({ allowed }) => !allowed)) {
    await printLine(
      `${'tool denied'.padEnd(18)}${name}: ${visibleText(because ?? '')} ${dim(`(${source ?? 'default'})`)}`,
    )
  }
}

async function printElevation(elevated: ReturnType<Policy['elevated']>): Promise<void> {
  const { dim } = paint()
  await printLine(
    elevated.available
      ? `${'elevation'.padEnd(18)}possible from this terminal`
      : `${'elevation'.padEnd(18)}not from this terminal: ${visibleText(elevated.message)} ${dim(`(${elevated.source})`)}`,
  )
  if (!elevated.available && elevated.gate !== 'sandbox') {
    await printLine(
      `${''.padEnd(18)}${dim('keys: tools.elevated.enabled, tools.elevated.allowFrom.<provider>, also of agents')}`,
    )
  }
}

/** The effect on a command: without a working sandbox it differs from the configuration. */
const EFFECTS = {
  contained: 'contained',
  host: 'not contained',
  refused: 'nothing runs, since the sandbox does not work here (sandbox.onUnavailable is refuse)',
  degraded: 'not contained, since the sandbox does not work here (sandbox.onUnavailable is degrade)',
} as const

function effectOf(
  sandboxed: boolean,
  { active }: SandboxStatus,
  onUnavailable: 'refuse' | 'degrade',
): keyof typeof EFFECTS {
  if (!sandboxed) return 'host'
  if (active) return 'contained'
  return onUnavailable === 'refuse' ? 'refused' : 'degraded'
}

/** Quoted where nothing would be seen of it. */
const shownName = (name: string): string => (name.trim() === '' ? JSON.stringify(name) : visibleText(name))

/** One sentence, with the key that decides. */
function reasonFor(
  sandboxed: boolean,
  mode: ResolvedConfig['sandbox']['mode'],
  caller: { readonly agent: string; readonly session: string },
  host: { readonly value: string; readonly origin: string },
): string {
  if (host.origin.startsWith('/e')) return `${host.origin} says that commands run on host ${host.value}`
  const byMode = `sandbox.mode is ${mode.value} (${mode.origin})`
  const isContained = isSandboxed(mode.value, caller)
  if (sandboxed === isContained) {
    if (mode.value !== 'non-main') return byMode
    return `${byMode}, and this ${sandboxed ? 'is not' : 'is'} the session "main"`
  }
  return `tools.exec.host is ${host.value} (${host.origin}), which decides before sandbox.mode`
}

/** The tools that may be called in this session, and the reasons against the others. */
function toolsOf(policy: Policy, request: (tool: string) => PolicyRequest) {
  return BUILT_IN_TOOLS.filter(({ requiredPermission }) => requiredPermission !== null).map(({ name }) => {
    const { trace } = policy.decide(request(name))
    const denied = trace.find(({ layer, decision }) => layer === 'tool' && decision === 'deny')
    return {
      name,
      allowed: denied === undefined,
      ...(denied && { because: denied.message }),
      ...(denied?.source !== undefined && { source: denied.source }),
    }
  })
}

async function printStatus(status: SandboxStatus): Promise<void> {
  const { good, bad } = paint()
  const renderer = status.renderer === undefined ? '' : `, renderer ${status.renderer}`
  const active = status.active ? good('active, proven on this machine') : bad('not active')
  await printLine(`backend ${status.backend}${renderer}: ${active}`)
  for (const reason of status.fallbackReasons) await printLine(`  ${bad(visibleText(reason))}`)
}

const ACCESS = { rw: 'writable', ro: 'read-only', none: 'not there: an empty folder in its place' } as const

async function printPolicy(
  policy: SandboxPolicy,
  { status, access, list }: { readonly status: SandboxStatus; readonly access: string; readonly list: PrintList },
): Promise<void> {
  await printLine(`${'workspace'.padEnd(18)}${visibleText(policy.workspace)}, ${access}`)
  const tries =
    status.renderer === 'namespaces'
      ? 'on an overlay, or on a copy where an overlay would not do; each says which'
      : 'cannot be made: only the renderer "namespaces" gives a view of a workspace'
  await printLine(`${'tries'.padEnd(18)}${tries}`)
  await list('also readable', policy.readPaths)
  await list('also writable', policy.writePaths)
  if (policy.cachePath !== undefined) await list('caches kept in', [policy.cachePath])
  await list('protected', policy.protectedPaths)
  await list('hidden', [...new Set(policy.hiddenPaths)])
  await list(
    'limits',
    Object.entries(policy.limits).map(([name, value]) => `${name} ${value}`),
  )
  await list(
    'defences',
    Object.entries(status.defences).map(([name, state]) => `${name}: ${state}`),
  )
  if (status.container.inside) await list('inside container', status.container.markers)
}

function describeRule(rule: EgressRuleInput): string {
  if (typeof rule === 'string') return visibleText(rule)
  return visibleText(rule.host) + (rule.allowPrivate === true ? ' (also private addresses)' : '')
}

/** Prints what is not empty. */
const listPrinter =
  (all: boolean) =>
  async (title: string, entries: readonly string[], end = ''): Promise<void> => {
    if (entries.length === 0) return
    const shown = entries.map((entry) => visibleText(entry))
    const { columns } = process.stdout
    for (const line of listLines(title, shown, { all, columns, end })) await printLine(line)
  }
