import { expandEgressPresets, hasWildcards, parseEgressRule, toolPatternProblem } from '@poundlock/spec'
import { sessionFilter } from '../pattern/session-filter.ts'
import type { ConfigDocument } from '../schema.ts'
import { findGatewayProblems } from './check-gateway.ts'
import { findServerProblems } from './check-servers.ts'

type Exec = NonNullable<NonNullable<ConfigDocument['tools']>['exec']>

/** A rule that is not one: where it stands and why. */
export interface RuleProblem {
  readonly pointer: string
  readonly message: string
}

/**
 * Finds rules for neither a command nor an effect, or for both; invalid hosts; hooks for unknown tools; servers without
 * a program or an address; invalid filters; and settings that exclude each other.
 */
export function findRuleProblems({
  tools,
  agents,
  sandbox,
  hooks,
  approvals,
  mcpServers,
  gateway,
}: ConfigDocument): readonly RuleProblem[] {
  return [
    ...egressProblems(sandbox, '/sandbox'),
    ...egressProblems(agents?.defaults?.sandbox, '/agents/defaults/sandbox'),
    ...(agents?.list ?? []).flatMap((agent, index) => egressProblems(agent.sandbox, `/agents/list/${index}/sandbox`)),
    ...wildcardProblems(sandbox, '/sandbox'),
    ...wildcardProblems(agents?.defaults?.sandbox, '/agents/defaults/sandbox'),
    ...(agents?.list ?? []).flatMap((agent, index) => wildcardProblems(agent.sandbox, `/agents/list/${index}/sandbox`)),
    ...wildcardProblems(tools?.fs, '/tools/fs'),
    ...hookProblems(hooks),
    ...findServerProblems(mcpServers),
    ...filterProblems(approvals),
    ...findGatewayProblems(gateway),
    ...problemsOf(tools?.exec, '/tools/exec'),
    ...problemsOf(agents?.defaults?.tools?.exec, '/agents/defaults/tools/exec'),
    ...(agents?.list ?? []).flatMap((agent, index) =>
      problemsOf(agent.tools?.exec, `/agents/list/${index}/tools/exec`),
    ),
  ]
}

/** What a sandbox covers are paths: an entry with a wildcard would protect nothing. */
function wildcardProblems(
  paths: { readonly protectedPaths?: readonly string[]; readonly hiddenPaths?: readonly string[] } | undefined,
  pointer: string,
): readonly RuleProblem[] {
  const message = 'has a wildcard, which protects nothing: name the file or the folder, or write a rule in tools.fs'
  return (['protectedPaths', 'hiddenPaths'] as const).flatMap((key) =>
    (paths?.[key] ?? []).flatMap((path, index): readonly RuleProblem[] =>
      hasWildcards(path) ? [{ pointer: `${pointer}/${key}/${index}`, message }] : [],
    ),
  )
}

function egressProblems(sandbox: ConfigDocument['sandbox'], pointer: string): readonly RuleProblem[] {
  return (sandbox?.egress ?? []).flatMap((rule, index): readonly RuleProblem[] => {
    return expandEgressPresets([rule]).flatMap((one): readonly RuleProblem[] => {
      const read = parseEgressRule(one)
      return 'problem' in read ? [{ pointer: `${pointer}/egress/${index}`, message: read.problem }] : []
    })
  })
}

function filterProblems({ exec }: NonNullable<ConfigDocument['approvals']> = {}): readonly RuleProblem[] {
  return (exec?.sessionFilter ?? []).flatMap((filter, index): readonly RuleProblem[] => {
    try {
      sessionFilter(filter)
      return []
    } catch (error) {
      const message = `no pattern that can be matched in linear time: ${(error as Error).message}`
      return [{ pointer: `/approvals/exec/sessionFilter/${index}`, message }]
    }
  })
}

/** A hook for a tool that does not exist would be a gate that is never shut. */
function hookProblems(hooks: ConfigDocument['hooks'] = {}): readonly RuleProblem[] {
  return Object.entries(hooks).flatMap(([event, list]) =>
    list.flatMap(({ tools = [] }, index) =>
      tools.flatMap((pattern, at): readonly RuleProblem[] => {
        const message = toolPatternProblem(pattern)
        return message === null ? [] : [{ pointer: `/hooks/${event}/${index}/tools/${at}`, message }]
      }),
    ),
  )
}

function problemsOf(exec: Exec | undefined, pointer: string): readonly RuleProblem[] {
  if (!exec) return []
  const problems: RuleProblem[] = []
  if (exec.askMode !== undefined && typeof exec.ask === 'string') {
    const message = 'askMode is for a file where ask holds a list of commands; here ask holds the mode already'
    problems.push({ pointer: `${pointer}/askMode`, message })
  }
  for (const key of ['allow', 'ask', 'deny'] as const) {
    const list = exec[key]
    for (const [index, rule] of Array.isArray(list) ? list.entries() : []) {
      const message = typeof rule === 'string' ? null : ruleProblem(rule)
      if (message !== null) problems.push({ pointer: `${pointer}/${key}/${index}`, message })
    }
  }
  return problems
}

function ruleProblem(rule: { command?: string; effect?: string; args?: string; examples?: object }): string | null {
  if (rule.effect === undefined) return rule.command === undefined ? 'the key "command" is missing' : null
  const other = (['command', 'args', 'examples'] as const).find((key) => rule[key] !== undefined)
  return other === undefined ? null : `a rule on an effect has no key ${JSON.stringify(other)}`
}
