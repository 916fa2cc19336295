import { isAbsolute, resolve } from 'node:path'
import { quote } from '@poundlock/shell'
import { isObject } from '@poundlock/spec'

/** A call of an agent in the words of `acpFormat`. */
export interface AcpCall {
  /** `execute`, `read`, `write`, `fetch`; every other name is unknown, and says what was not understood. */
  readonly tool: string
  readonly input: Readonly<Record<string, string>>
}

type Values = Readonly<Record<string, unknown>>
const unknown = (what: string): readonly AcpCall[] => [{ tool: `unknown: ${what.slice(0, 80)}`, input: {} }]
const PATH_KEYS = ['path', 'file_path', 'filePath', 'filepath', 'abs_path', 'absolute_path', 'notebook_path']
const FOLDER_KEYS = ['cwd', 'workdir', 'directory', 'dir_path']

const textsAt = (values: Values, keys: readonly string[]) =>
  keys.map((key) => values[key]).filter((value): value is string => typeof value === 'string' && value !== '')

/**
 * What a permission request is about. Every part of it is decided. What is not understood is unknown.
 *
 * @param toolCall with what earlier updates said of it
 * @see https://agentclientprotocol.com/protocol/v1/tool-calls
 */
export function callsOfToolCall(toolCall: Values): readonly AcpCall[] {
  const input = isObject(toolCall['rawInput']) ? toolCall['rawInput'] : {}
  const paths = [...textsAt(input, PATH_KEYS), ...namedPaths(toolCall['content']), ...namedPaths(toolCall['locations'])]
  const touching = (tool: 'read' | 'write') =>
    paths.length === 0
      ? unknown(`${tool} without a path`)
      : [...new Set(paths)].map((path): AcpCall => ({ tool, input: { path } }))
  switch (toolCall['kind']) {
    case 'execute':
      if (input['command'] !== undefined) return callsOfCommand(input['command'], textsAt(input, FOLDER_KEYS)[0])
      // Gemini CLI has the command in the title alone. What is written for people may be denied, and never allowed.
      return [...unknown('execute without a command'), ...callsOfCommand(toolCall['title'])]
    case 'edit':
      return touching('write')
    case 'read':
      return touching('read')
    case 'delete':
    case 'move':
      return [...touching('write'), ...unknown(toolCall['kind'])]
    case 'fetch':
      return typeof input['url'] === 'string'
        ? [{ tool: 'fetch', input: { url: input['url'] } }]
        : unknown('fetch without an address')
    default:
      return unknown(`a tool call of the kind ${String(toolCall['kind'])}`)
  }
}

/** A line for a shell, or the words of a command. */
export function callsOfCommand(command: unknown, workdir?: string): readonly AcpCall[] {
  const line = Array.isArray(command) && command.every((word) => typeof word === 'string') ? quote(command) : command
  if (typeof line !== 'string' || line.trim() === '') return unknown('a command that is no text')
  return [{ tool: 'execute', input: { command: line, ...(workdir !== undefined && { workdir }) } }]
}

/** What a request of the agent to the editor is about. The editor does it, outside of the sandbox. */
export function callsOfRequest(method: string, params: Values, cwd: string): readonly AcpCall[] {
  const { path } = params
  if (method === 'terminal/create') return callsOfTerminal(params, cwd)
  if (typeof path !== 'string' || !isAbsolute(path)) return unknown(method)
  if (method === 'fs/write_text_file') return [{ tool: 'write', input: { path } }]
  return method === 'fs/read_text_file' ? [{ tool: 'read', input: { path } }] : unknown(method)
}

/** Some editors start the command with its arguments, others hand both to a shell as one line: both are decided. */
function callsOfTerminal({ command, args, env, cwd: named }: Values, cwd: string): readonly AcpCall[] {
  const words = args ?? []
  const variables = assignments(env)
  const isPlain = Array.isArray(words) && words.every((word) => typeof word === 'string')
  if (typeof command !== 'string' || !isPlain || variables === null)
    return unknown('terminal/create with values that are no text')
  const workdir = typeof named === 'string' ? resolve(cwd, named) : cwd
  const lines = new Set([quote([command, ...words]), [command, ...words].join(' ')])
  return [...lines].flatMap((line) => callsOfCommand([...variables, line].join(' '), workdir))
}

/** `null` for what is no list of variables. */
function assignments(env: unknown): readonly string[] | null {
  if (env === undefined || env === null) return []
  if (!Array.isArray(env)) return null
  const read = env.map((entry: unknown) => {
    const { name, value } = isObject(entry) ? entry : {}
    const isPlain = typeof name === 'string' && typeof value === 'string' && /^[A-Za-z_]\w*$/.test(name)
    return isPlain ? `${name}=${quote([value])}` : null
  })
  return read.includes(null) ? null : (read as string[])
}

const namedPaths = (entries: unknown): readonly string[] =>
  Array.isArray(entries) ? entries.flatMap((entry) => (isObject(entry) ? textsAt(entry, ['path']) : [])) : []
