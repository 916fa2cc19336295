import { toolKey } from './tool-name.ts'

/** True for what is written as a tool of an MCP server: `mcp__server__tool`. */
export const isMcpName = (name: string): boolean => /^mcp__/i.test(name.trim())

/**
 * Compiles a pattern that keeps tools of MCP servers from something, such as `mcp__github.com__*`: it means them however
 * both are spelt, with the hash in the names that models use and without it, and `mcp__github` means all of that server.
 * What comes out takes such a name, or `mcp__` before what server and tool call themselves.
 *
 * @returns `null` for a pattern that names no tool of a server
 */
export function compileMcpPattern(pattern: string): ((name: string) => boolean) | null {
  const text = wholeServer(pattern.trim())
  const [, server = '', ...tool] = text.split('__').map(partKey)
  // Of dots and dashes alone nothing is left.
  if (server === '' || (tool.length > 0 && tool.join('') === '')) return null
  const parts = mcpKey(text).split('*')
  return (name) => isMcpName(name) && (fitsParts(mcpKey(name), parts) || fitsParts(mcpKey(withoutHashes(name)), parts))
}

/** `mcp__github` stands for `mcp__github__*`. */
const wholeServer = (text: string) => (/^mcp__(?:(?!__)[^*])+$/is.test(text) ? `${text}__*` : text)

/** What a part of a public name ends in where the raw one was not safe: `publicToolName` of `@poundlock/mcp`. */
const withoutHashes = (name: string) => name.trim().replaceAll(/_\d[a-z0-9]{7}(?=__|$)/g, '')

/** Folded, but for the two marks that part server and tool. */
const mcpKey = (name: string) => name.trim().split('__').map(partKey).join('__')

/** Every mark is left out that could stand for another: `github.com`, `github_com`, `@github/com`. */
const partKey = (part: string) =>
  part
    .split('*')
    .map(toolKey)
    .join('*')
    .replaceAll(/[^\p{L}\p{N}*]/gu, '')

/** Whether a name begins with the first part, ends with the last, and has the others between in their order. */
export function fitsParts(name: string, parts: readonly string[]): boolean {
  const first = parts[0]!
  if (parts.length === 1) return name === first
  const last = parts.at(-1)!
  if (!name.startsWith(first)) return false
  let at = first.length
  // Each at the first place where it fits: no number of stars makes it try places again.
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
