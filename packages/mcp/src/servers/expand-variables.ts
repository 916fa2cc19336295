import { McpError } from '../mcp-error.ts'

const REFERENCE = /\$\{([^}]*)\}/g
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Replaces `${VAR}` and `${VAR:-default}`. The replacement is not expanded again.
 *
 * @param at the place of the text, for the message
 * @throws McpError `MCP_DEFINITION` for a variable that is not set and has no default: an empty password is no password
 */
export function expandVariables(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
  at: string,
): string {
  return text.replace(REFERENCE, (whole, inner: string) => {
    const mark = inner.indexOf(':-')
    const name = mark < 0 ? inner : inner.slice(0, mark)
    if (!NAME.test(name)) {
      throw new McpError(`${at}: ${JSON.stringify(whole)} names no environment variable.`, {
        code: 'MCP_DEFINITION',
        details: { at },
        remedy: 'Write ${NAME} or ${NAME:-default}.',
      })
    }
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value !== undefined && value !== '') return value
    if (mark >= 0) return inner.slice(mark + 2)
    throw new McpError(`${at}: the environment variable ${name} is not set.`, {
      code: 'MCP_DEFINITION',
      details: { at, variable: name },
      remedy: `Set it (export ${name}=…), or write \${${name}:-default}.`,
    })
  })
}
