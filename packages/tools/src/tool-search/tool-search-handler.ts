import { type ToolSpec, findBuiltInTool, quotedText } from '@poundlock/spec'
import { type ToolSearchInput, TOOL_SEARCH_TOOL } from '@poundlock/spec/tools'
import { successOutput } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler } from '../tool-handler.ts'

/**
 * Serves `ToolSearch`.
 *
 * @param tools the tools that the caller may call: what the policy keeps back is not found
 */
export function createToolSearchHandler(
  tools: (caller: Pick<ToolContext, 'agent' | 'session'>) => readonly ToolSpec[],
): ToolHandler<ToolSearchInput> {
  return {
    spec: TOOL_SEARCH_TOOL,
    async run({ query, max_results: most = 5 }, context) {
      const all = tools(context)
      const selected = /^select:(.*)$/s.exec(query)?.[1]
      const found = selected === undefined ? ranked(all, query).slice(0, most) : byName(all, selected)
      const text =
        found.length === 0
          ? `no tool was found for ${quotedText(query)}; there are ${all.length}`
          : found.map((spec) => `${spec.name}: ${spec.description}\n${JSON.stringify(spec.inputSchema)}`).join('\n\n')
      const listed = found.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
      return successOutput(text, { tools: listed, total: all.length })
    },
  }
}

function byName(tools: readonly ToolSpec[], names: string): readonly ToolSpec[] {
  const wanted = new Set(
    names.split(',').map((name) => {
      const trimmed = name.trim()
      return findBuiltInTool(trimmed)?.name ?? trimmed
    }),
  )
  return tools.filter(({ name }) => wanted.has(name))
}

/** By how many of the words occur, and where: in the name, in the summary, in the description. */
function ranked(tools: readonly ToolSpec[], query: string): readonly ToolSpec[] {
  const words = [
    ...new Set(
      query
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ),
  ]
  const score = ({ name, summary, description }: ToolSpec): number => {
    const inName = name.toLowerCase()
    const inSummary = summary.toLowerCase()
    const inDescription = description.toLowerCase()
    return words.reduce(
      (sum, word) =>
        sum +
        (inName.includes(word) ? 10 : 0) +
        (inSummary.includes(word) ? 3 : 0) +
        (inDescription.includes(word) ? 1 : 0),
      0,
    )
  }
  return tools
    .map((spec) => ({ spec, points: score(spec) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points || one.spec.name.localeCompare(other.spec.name))
    .map(({ spec }) => spec)
}
