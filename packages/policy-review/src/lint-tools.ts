import {
  type PolicyLayer,
  TOOL_PROFILES,
  type ToolFilter,
  expandLayers,
  namedAgents,
  sourceAt,
} from '@poundlock/policy'
import type { LintFinding } from './lint-finding.ts'
import { toolMatcher } from './lint-history.ts'

/** Lists that deny `exec` where `REPL` runs the same commands as code. */
export function toolFindings(layers: readonly PolicyLayer[]): readonly LintFinding[] {
  const findings = ['', ...namedAgents(layers)].flatMap((agent) => {
    const own = expandLayers(layers, agent)
    if (own.some(({ tools }) => tools !== undefined && keepsBack(tools, 'REPL'))) return []
    return own.flatMap((layer) => {
      const { tools } = layer
      const index = tools?.deny?.findIndex((entry) => names([entry], 'deny', tools, 'exec')) ?? -1
      return index < 0 ? [] : [finding(tools!.deny![index]!, sourceAt(layer, `/tools/deny/${index}`))]
    })
  })
  return [...new Map(findings.map((found) => [found.source, found])).values()]
}

const finding = (rule: string, source: string): LintFinding => ({
  code: 'runs-code',
  severity: 'warning',
  rule,
  source,
  message: `"${rule}" denies exec, and REPL still runs commands as code; "group:runtime" is all that runs commands`,
})

function keepsBack(tools: ToolFilter, tool: string): boolean {
  const { profile, allow = [], deny = [] } = tools
  if (names(deny, 'deny', tools, tool)) return true
  if (allow.length > 0 && !names(allow, 'allow', tools, tool)) return true
  return profile !== undefined && !names(TOOL_PROFILES[profile], 'allow', tools, tool)
}

const names = (entries: readonly string[], action: 'allow' | 'deny', tools: ToolFilter, tool: string) =>
  entries.some((entry) => toolMatcher(entry, action, tools)?.(tool) === true)
