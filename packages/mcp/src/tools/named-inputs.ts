import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec'
import { matchesGlob } from '../names/glob.ts'
import type { McpServerDefinition } from '../servers/server-definition.ts'
import type { NamedInputs } from './mcp-tool.ts'

/**
 * The inputs of a tool that name files or addresses. The owner's settings win; otherwise inputs count that look like
 * one. File names for a server on another machine are no files of this one, unless the owner says so.
 *
 * @param cwd the folder in which programs are started, unless their definition has one
 */
export function namedInputsOf(
  tool: {
    readonly name: string
    readonly annotations: ToolAnnotations
    readonly requiredPermission: RequiredPermission
  },
  definition: McpServerDefinition,
  cwd: string,
): NamedInputs {
  const { inputs = {}, transport, contained, networkUnchanged } = definition
  const named = Object.entries(inputs)
    .filter(([pattern]) => matchesGlob(pattern, tool.name))
    // The longest pattern is the one that says most about the tool.
    .toSorted(([a], [b]) => a.length - b.length)
  return {
    uses: Object.assign({}, ...named.map(([, uses]) => uses)),
    guess: transport.kind === 'stdio' || isHere(transport.url) ? 'all' : 'addresses',
    onlyReads: tool.requiredPermission === 'read-only' || tool.annotations.readOnlyHint === true,
    program: serverProgram(definition),
    ...(contained === true && networkUnchanged === true && { networkUnchanged }),
    ...(transport.kind === 'stdio' && baseOf(transport.cwd, cwd)),
  }
}

/** Where its program runs. One that runs here already was not started in a sandbox of ours. */
export function serverProgram({ transport, contained, offline }: McpServerDefinition): NamedInputs['program'] {
  if (transport.kind !== 'stdio') return isHere(transport.url) ? 'uncontained' : 'elsewhere'
  return contained !== true ? 'uncontained' : offline === true ? 'offline' : 'contained'
}

/** With variables the folder is not known before the start; then the call's folder counts. */
const baseOf = (own: string | undefined, cwd: string): { readonly base?: string } =>
  own === undefined ? { base: cwd } : own.startsWith('/') && !own.includes('$') ? { base: own } : {}

function isHere(url: string): boolean {
  // With variables the address may be anywhere.
  if (!URL.canParse(url)) return true
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
