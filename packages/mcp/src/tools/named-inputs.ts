import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec'
import { matchesGlob } from '../names/glob.ts'
import type { McpServerDefinition } from '../servers/server-definition.ts'
import type { NamedInputs } from './mcp-tool.ts'

/**
 * Which inputs of a tool name files or addresses. What its owner says wins; else what looks like one counts. Names of
 * files that are given to a server on another machine are none of this one, unless the owner says that they are.
 *
 * @param cwd where programs are started unless their definition says otherwise
 */
export function namedInputsOf(
  tool: {
    readonly name: string
    readonly annotations: ToolAnnotations
    readonly requiredPermission: RequiredPermission
  },
  { inputs = {}, transport }: McpServerDefinition,
  cwd: string,
): NamedInputs {
  const said = Object.entries(inputs)
    .filter(([pattern]) => matchesGlob(pattern, tool.name))
    // The longest pattern is the one that says most about the tool.
    .toSorted(([a], [b]) => a.length - b.length)
  return {
    uses: Object.assign({}, ...said.map(([, uses]) => uses)),
    guess: transport.kind === 'stdio' || isHere(transport.url) ? 'all' : 'addresses',
    onlyReads: tool.requiredPermission === 'read-only' || tool.annotations.readOnlyHint === true,
    ...(transport.kind === 'stdio' && baseOf(transport.cwd, cwd)),
  }
}

/** What is filled in only when it starts is not known before; then the folder of the call counts. */
const baseOf = (own: string | undefined, cwd: string): { readonly base?: string } =>
  own === undefined ? { base: cwd } : own.startsWith('/') && !own.includes('$') ? { base: own } : {}

function isHere(url: string): boolean {
  // What is filled in later may be anywhere.
  if (!URL.canParse(url)) return true
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
