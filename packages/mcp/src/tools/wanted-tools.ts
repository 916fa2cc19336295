import { compileMcpPattern } from '@poundlock/spec'
import { matchesGlob } from '../names/glob.ts'
import type { McpServerDefinition } from '../servers/server-definition.ts'

/** A pattern of a server's definition that is for none of the tools which it lists. */
export interface UnmatchedPattern {
  /** The setting that it stands in. */
  readonly key: 'includeTools' | 'excludeTools' | 'permissions' | 'inputs'
  /** As it is written. */
  readonly pattern: string
}

type Patterns = Pick<McpServerDefinition, UnmatchedPattern['key']>

/** Whether a tool of a server is offered at all. */
export function isWanted({ includeTools, excludeTools }: Patterns, tool: string): boolean {
  if (excludeTools?.some((pattern) => keepsBack(pattern, tool))) return false
  return includeTools === undefined || includeTools.some((pattern) => matchesGlob(pattern, tool))
}

/** Spelling does not matter here: `delete_*` also withholds `delete-file`. */
const keepsBack = (pattern: string, tool: string) =>
  matchesGlob(pattern, tool) || compileMcpPattern(`mcp__x__${pattern}`)?.(`mcp__x__${tool}`) === true

/** The patterns that are for none of these tools: misspelt, or for tools that the server has no more. */
export function unmatchedPatterns(
  definition: Patterns,
  tools: readonly { readonly name: string }[],
): readonly UnmatchedPattern[] {
  const { includeTools = [], excludeTools = [], permissions = {}, inputs = {} } = definition
  const lists = { includeTools, excludeTools, permissions: Object.keys(permissions), inputs: Object.keys(inputs) }
  return (Object.entries(lists) as [UnmatchedPattern['key'], readonly string[]][]).flatMap(([key, patterns]) => {
    const matches = key === 'excludeTools' ? keepsBack : matchesGlob
    return patterns
      .filter((pattern) => !tools.some(({ name }) => matches(pattern, name)))
      .map((pattern) => ({ key, pattern }))
  })
}
