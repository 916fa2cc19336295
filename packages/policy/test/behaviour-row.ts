import { findBuiltInTool, stricterAsk, stricterSecurity } from '@poundlock/spec'
import { applyDirective } from '../src/evaluate/session/session-directive.ts'
import { withFallback } from '../src/evaluate/session/with-fallback.ts'
import { type PolicyDecision, type PolicyDocument, PolicyError, type PolicyLayer, TOOL_PROFILES } from '../src/index.ts'
import { toolRequest } from '../src/inputs/tool-request.ts'
import type { ExecOverrides } from '../src/model/session-state.ts'
import { ME } from './corpus-row.ts'
import { createPolicy } from './create-whole-policy.ts'
import { CONTAINED, HOME, command, plan } from './make-request.ts'

const OPTIONS = { home: HOME }
const CONTEXT = { cwd: '/w', workspace: '/w', home: HOME }

const decide = (document: PolicyDocument, tool: string, more: object = {}): PolicyDecision =>
  createPolicy(document, OPTIONS).decide(
    toolRequest({ tool, plan: plan('true'), requiredPermission: 'read-only', context: CONTEXT, ...more }),
  )

const ELEVATED = { enabled: true, allowFrom: { terminal: ['me'] } }

/** How each kind of row is asked of this policy; the answer has the shape of the row's own. */
export const HANDLERS: Readonly<Record<string, (input: any) => unknown>> = {
  level: ({ level, policy, exec, sandbox }) => {
    const document: PolicyDocument = {
      tools: {
        elevated: ELEVATED,
        exec: { ...(policy ?? { security: 'full', ask: 'off' }) },
        ...(exec && { deny: ['exec'] }),
      },
    }
    const session = { elevated: { level, sender: ME } }
    if (sandbox) {
      const layer = { name: 'role', mayLoosen: false, exec: { host: 'sandbox' } } as const
      const gate = createPolicy([{ name: 'user', mayLoosen: true, elevated: ELEVATED }, layer], OPTIONS).elevated(
        'main',
        ME,
      )
      return { error: 'message' in gate ? gate.message.split(';')[0] : '' }
    }
    const { decision, exec: settings } = decide(document, 'exec', { session })
    if (exec) return { exec: decision === 'deny' ? 'denied' : decision }
    const skipped = decision === 'allow' && settings.security.value === 'full'
    return { host: settings.host.value, approvals: skipped ? 'skipped' : 'kept' }
  },
  policy: ({ policy, tool }) => ({ allowed: decide({ mode: 'allow', tools: policy }, tool).decision === 'allow' }),
  expand: ({ expand }) => {
    const all = ['memory_search', 'memory_get', 'message', 'SendUserMessage', 'nodes', 'computer', 'mobile_ui']
    const allowed = (tool: string) => decide({ mode: 'allow', tools: { allow: expand } }, tool).decision === 'allow'
    return { tools: all.filter(allowed) }
  },
  profile: ({ profile }) => ({ allow: TOOL_PROFILES[profile as 'full'] }),
  normalizeToolName: ({ normalizeToolName }) => ({ value: findBuiltInTool(normalizeToolName)?.name }),
  config: ({ config }) => {
    const allowed = (tool: string) =>
      decide({ mode: 'allow', ...config }, tool, { containment: CONTAINED }).decision === 'allow'
    return {
      denyIncludesBrowser: !allowed('browser') && config.tools.sandbox.tools.deny?.includes('browser') === true,
      browserAllowed: allowed('browser'),
      execAllowed: allowed('exec'),
      messageAllowed: allowed('message'),
    }
  },
  'tools.elevated.enabled': (input) => {
    const elevated = { ...ELEVATED, enabled: input['tools.elevated.enabled'] as boolean }
    const { available, ...shut } = createPolicy({ tools: { elevated } }, OPTIONS).elevated('main', ME)
    return { available, gate: 'gate' in shut ? shut.gate : undefined }
  },
  tools: ({ tools }) => ({
    config: isRefused(() => createPolicy({ tools }, OPTIONS)) ? 'rejected' : 'taken',
  }),
  normalizeExecHost: ({ normalizeExecHost }) => said('host', normalizeExecHost),
  normalizeExecTarget: ({ normalizeExecTarget }) => said('host', normalizeExecTarget),
  normalizeExecSecurity: ({ normalizeExecSecurity }) => said('security', normalizeExecSecurity),
  normalizeExecAsk: ({ normalizeExecAsk }) => said('ask', normalizeExecAsk),
  requireValidExecTarget: ({ requireValidExecTarget: host }) =>
    isRefused(() => createPolicy({ tools: { exec: host === null ? {} : { host } } }, OPTIONS))
      ? { error: true }
      : { value: host },
  order: () => {
    // Whatever a later list allows, what an earlier one left out or denied stays out.
    const profile = {
      tools: { profile: 'minimal', allow: ['exec'] },
      agents: { list: [{ id: 'main', tools: { allow: ['exec'] } }] },
    }
    const denied = { tools: { deny: ['exec'], allow: ['exec'] }, agents: { defaults: { tools: { profile: 'full' } } } }
    const all = [profile, denied].map(
      (document) => decide({ mode: 'allow', ...document } as PolicyDocument, 'exec').decision,
    )
    return { rule: all.every((one) => one === 'deny') ? 'deny always wins; each layer only narrows' : all }
  },
  minSecurity: ({ minSecurity: [a, b] }) => ({ value: stricterSecurity(a, b) }),
  maxAsk: ({ maxAsk: [a, b] }) => ({ value: stricterAsk(a, b) }),
  requiresApproval: ({ requiresApproval: { ask, security, analysisOk, allowlistSatisfied } }) => {
    const exec = { host: 'gateway', ask, security, ...(allowlistSatisfied && { allow: ['make'] }) } as const
    const line = analysisOk ? plan('make') : plan([command('make')], { complete: false })
    return { requiresApproval: decide({ mode: 'allow', tools: { exec } }, 'exec', { plan: line }).decision !== 'allow' }
  },
  requestedTarget: (input) => {
    const { configuredTarget = 'auto', requestedTarget, elevatedRequested, sandboxAvailable, sandboxRequired } = input
    // `auto` is a sandbox where there is one, and else the gateway.
    const host =
      configuredTarget === 'auto' ? (sandboxAvailable || sandboxRequired ? 'sandbox' : 'gateway') : configuredTarget
    const layers = [
      { name: 'user', mayLoosen: true, mode: 'allow', elevated: ELEVATED, exec: { host, security: 'full' } },
      ...(sandboxRequired ? [{ name: 'role', mayLoosen: false, exec: { host: 'sandbox' } }] : []),
    ] as readonly PolicyLayer[]
    const { trace, exec } = createPolicy(layers, OPTIONS).decide(
      toolRequest({
        tool: 'exec',
        plan: plan('true'),
        ...(requestedTarget && requestedTarget !== 'auto' && { parameters: { host: requestedTarget } }),
        ...(elevatedRequested && { session: { elevated: { level: 'on', sender: ME } } }),
        context: CONTEXT,
      }),
    )
    return trace.some((step) => step.code === 'HOST_REFUSED') ? { error: true } : { effectiveHost: exec.host.value }
  },
  claw: ({ claw }) =>
    claw.classifyBash ? { requiredMode: permissionOf(claw.classifyBash) } : { outcome: clawOutcome(claw) },
}

/** What `/exec key=value` makes of a value; `null` when it is refused. */
function said(key: keyof ExecOverrides, value: string): unknown {
  const { settings } = {
    settings: createPolicy({}, OPTIONS).execSettings(toolRequest({ tool: 'exec', context: CONTEXT })),
  }
  const context = { sender: ME, authorised: true, settings, elevated: { available: true } as const }
  const result = applyDirective(`/exec ${key}=${value.trim()}`, {}, context)
  return { value: result?.state.exec?.[key] ?? null }
}

function clawOutcome(claw: any): string | undefined {
  if (claw.readOnlyBash) {
    const line = plan(claw.readOnlyBash.split('; ').map(profiled))
    return decide({ mode: 'read-only' }, 'bash', { plan: line, containment: CONTAINED }).decision
  }
  const { mode, rules, required, prompter, command: text } = claw
  const spelt = (list: string[] = []) => list.map((rule) => rule.replace(/^bash\((.*?)(?::\*)?\)$/i, '$1'))
  const document: PolicyDocument = {
    mode: mode ?? rules?.mode,
    tools: {
      ...(rules?.denied_tools && { deny: rules.denied_tools }),
      exec: {
        host: 'gateway',
        security: 'full',
        ask: 'off',
        allow: spelt(rules?.allow),
        deny: spelt(rules?.deny),
      },
    },
  }
  const withAsks = {
    ...document,
    tools: { ...document.tools, exec: { ...document.tools!.exec, ask: spelt(rules?.ask) } },
  }
  const request = required
    ? { plan: undefined, requiredPermission: required }
    : {
        plan: plan(
          String(text)
            .split('; ')
            .map((part) => profiled(part)),
        ),
      }
  const decided = decide(rules?.ask ? withAsks : document, required ? 'mcp__a__b' : 'bash', request)
  return (prompter === null ? withFallback(decided) : decided).decision
}

/** What a line needs at worst, where nothing contains it. */
function permissionOf(text: string): string | undefined {
  const line = plan(
    text
      .split(/; | (?=\| )/)
      .map((part) => (part.startsWith('|') || part.includes('$') ? part.replace(/\$\w+/, '?') : profiled(part))),
  )
  const { trace } = decide({ mode: 'allow' }, 'bash', { plan: line })
  return /needs (\S+) permission/.exec(trace.find((step) => step.layer === 'mode')?.message ?? '')?.[1]
}

/** A command that is known to read only, as the argument profiles would say. */
function profiled(text: string) {
  const reads = /^(?:git status|git log|cat )/.test(text)
  if (!reads) return command(text)
  return command(text, { profile: { known: true, code: null, message: null, words: null, effects: [] } })
}

function isRefused(make: () => unknown): boolean {
  try {
    make()
    return false
  } catch (error) {
    if (error instanceof PolicyError) return true
    throw error
  }
}
