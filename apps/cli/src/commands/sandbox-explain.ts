import type { ResolvedConfig } from '@poundlock/config'
import type { Policy, PolicyRequest } from '@poundlock/policy'
import { checkPolicy, type SandboxPolicy, type SandboxStatus } from '@poundlock/sandbox'
import { BUILT_IN_TOOLS, type EgressRuleInput, visibleText } from '@poundlock/spec'
import { paint, printJson, printLine } from '../output/print.ts'
import { assemble, type PlaceFlags } from '../setup/assemble.ts'
import { applyDirectives, localSender } from '../setup/directives.ts'
import { isSandboxed } from '../setup/sandboxed-session.ts'

interface ExplainFlags extends PlaceFlags {
  readonly json?: boolean
}

/** `poundlock sandbox explain`: what a command of a session would see here, why, and where each setting comes from. */
export async function explainSandbox(flags: ExplainFlags): Promise<void> {
  const assembly = assemble(flags, { looks: true })
  const { backend, sandboxPolicy, config, policy, context, place, runtime } = assembly
  await applyDirectives(assembly, flags.directive ?? [])
  const said = runtime.sessionState(context.session)
  // Explained as it would be granted: what no sandbox may be asked for is said instead.
  checkPolicy(sandboxPolicy)
  const status = await backend.status(sandboxPolicy)
  const request = (tool: string): PolicyRequest => ({
    tool,
    requiredPermission: 'danger-full-access',
    context: { ...context, home: '/', interactive: false },
    session: said,
    containment: { active: status.active, network: status.network, workspaceOnly: status.filesystem !== 'off' },
  })
  const exec = policy.execSettings(request('exec'))
  const { sandbox } = config.resolved
  const { agent, session } = context
  const sandboxed = exec.host.value === 'sandbox'
  const why = reasonFor(sandboxed, sandbox.mode, session, exec.host)
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
      said,
      place,
    })
  }
  const { bold, dim, good, bad } = paint()
  const effectText = (effect === 'contained' ? good : bad)(EFFECTS[effect])
  await printLine(
    `session ${bold(shownName(session))} of agent ${bold(shownName(agent))}: ${effectText}, ${visibleText(why)}`,
  )
  if (!sandboxed) {
    await printLine(
      `commands run in ${bold(host.value)} ${dim(`(${host.origin})`)}: security ${exec.security.value} ${dim(`(${exec.security.origin})`)}, ask ${exec.ask.value} ${dim(`(${exec.ask.origin})`)}`,
    )
  }
  await printStatus(status)
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
  if (sandboxPolicy.egress) {
    const hosts = sandboxPolicy.egress.rules.map(describeRule).join(', ')
    await printLine(`${'hosts'.padEnd(18)}${hosts} ${dim(`(${sandbox.egress.origin})`)}`)
  }
  await printPolicy(sandboxPolicy, status, ACCESS[sandbox.workspaceAccess.value])
  await list(
    'tools',
    tools.filter(({ allowed }) => allowed).map(({ name }) => name),
  )
  for (const { name, because, source } of tools.filter(({ allowed }) => !allowed)) {
    await printLine(
      `${'tool denied'.padEnd(18)}${name}: ${visibleText(because ?? '')} ${dim(`(${source ?? 'default'})`)}`,
    )
  }
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

/** What becomes of a command: where this machine contains nothing, that is another thing than what the files say. */
const EFFECTS = {
  contained: 'contained',
  host: 'not contained',
  refused: 'nothing runs, for nothing can be contained here (sandbox.onUnavailable is refuse)',
  degraded: 'not contained, for nothing can be here (sandbox.onUnavailable is degrade)',
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
  session: string,
  host: { readonly value: string; readonly origin: string },
): string {
  if (host.origin.startsWith('/e')) return `${host.origin} says that commands run on host ${host.value}`
  const byMode = `sandbox.mode is ${mode.value} (${mode.origin})`
  const meant = isSandboxed(mode.value, session)
  if (sandboxed === meant) {
    if (mode.value !== 'non-main') return byMode
    return `${byMode}, and this ${sandboxed ? 'is not' : 'is'} the session "main"`
  }
  return `tools.exec.host is ${host.value} (${host.origin}), which decides before sandbox.mode`
}

/** Which tools may be called in this session, and what denies the others. */
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

async function printPolicy(policy: SandboxPolicy, status: SandboxStatus, access: string): Promise<void> {
  await printLine(`${'workspace'.padEnd(18)}${visibleText(policy.workspace)}, ${access}`)
  const tries =
    status.renderer === 'namespaces'
      ? 'on an overlay, or on a copy where an overlay would not do; each says which'
      : 'cannot be made: only the renderer "namespaces" gives a view of a workspace'
  await printLine(`${'tries'.padEnd(18)}${tries}`)
  await list('also readable', policy.readPaths)
  await list('also writable', policy.writePaths)
  await list('protected', policy.protectedPaths)
  await list('hidden', policy.hiddenPaths)
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

async function list(title: string, entries: readonly string[]): Promise<void> {
  if (entries.length > 0) await printLine(`${title.padEnd(18)}${entries.map((entry) => visibleText(entry)).join(', ')}`)
}
