import type { CommandPlan, PlannedCommand, PolicyLayer, PolicyRequest, RequestContext } from '@poundlock/policy'

export const HOME = '/home/u'

export const CONTEXT: RequestContext = {
  agent: 'main',
  session: 'main',
  cwd: '/w',
  workspace: '/w',
  home: HOME,
  interactive: true,
}

const BUILTINS = new Set(['cd', 'eval', 'source', '.', 'trap', 'echo', 'true', 'export'])

/** One command as the shell package would plan it: words separated by blanks, `?` for one that is not known. */
export function command(text: string, more: Partial<PlannedCommand> = {}): PlannedCommand {
  const argv = text.split(' ').map((word) => (word === '?' ? null : word))
  const name = argv[0] ?? null
  const builtin = name !== null && BUILTINS.has(name)
  const resolved = name === null || builtin ? null : name.includes('/') ? name : `/usr/bin/${name}`
  return { name, argv, span: [0, text.length], resolved, builtin, readsPipe: false, environment: [], ...more }
}

type Part = string | PlannedCommand

/** A line of several commands; one that starts with `| ` reads what another writes. */
export function plan(parts: Part | readonly Part[], more: Partial<CommandPlan> = {}): CommandPlan {
  let at = 0
  const commands = [parts].flat().map((part) => {
    if (typeof part !== 'string') return part
    const piped = part.startsWith('| ')
    const made = command(piped ? part.slice(2) : part, { readsPipe: piped })
    const span = [at, at + part.length] as const
    at += part.length + 1
    return { ...made, span }
  })
  return {
    text: commands.map(({ argv }) => argv.join(' ')).join('; '),
    refusal: null,
    complete: commands.every(({ name }) => name !== null),
    unresolved: [],
    commands,
    effects: [],
    ...more,
  }
}

export function request(line: Part | readonly Part[] | CommandPlan, more: Partial<PolicyRequest> = {}): PolicyRequest {
  const isPlan = typeof line === 'object' && 'commands' in line
  return {
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan: isPlan ? line : plan(line),
    context: CONTEXT,
    ...more,
  }
}

/** A layer of the user's own. */
export function user(exec: PolicyLayer['exec'] = {}, more: Partial<PolicyLayer> = {}): PolicyLayer {
  return { name: 'user', mayLoosen: true, exec, ...more }
}

/** A layer that came with a repository. */
export function workspace(exec: PolicyLayer['exec'] = {}, more: Partial<PolicyLayer> = {}): PolicyLayer {
  return { name: 'workspace', mayLoosen: false, exec, ...more }
}

/** On the gateway, what no rule covers is asked for, and the mode stands aside. */
export const ON_GATEWAY = { host: 'gateway', security: 'allowlist', ask: 'on-miss' } as const
