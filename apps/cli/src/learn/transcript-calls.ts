import { isObject } from '@poundlock/spec'

/** A command line that an agent wanted to run, by its own transcript. */
export interface TranscriptCall {
  readonly command: string
  /** Absolute; `null` where the transcript names none. */
  readonly cwd: string | null
  /** Milliseconds since 1970; `null` where the transcript names none. */
  readonly at: number | null
  /** True where the person refused it. */
  readonly refused: boolean
}

/** Reads the entries of one transcript, in their order. */
export interface TranscriptReader {
  add(entry: Readonly<Record<string, unknown>>): void
  calls(): readonly TranscriptCall[]
}

type Values = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const timeOf = (value: unknown): number | null => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}
const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isObject) : [])

interface CallsOfId {
  readonly byCommand: Map<string, TranscriptCall>
  refused: boolean
}

/**
 * Calls by their ids: a repeated entry replaces the earlier one. One that was refused stays so, whatever stands behind
 * it, with every other call of its id.
 */
class CallList {
  readonly #calls = new Map<string, CallsOfId>()

  set(id: unknown, call: TranscriptCall): void {
    const key = typeof id === 'string' ? `id ${id}` : `call ${this.#calls.size}`
    const known = this.#calls.get(key) ?? { byCommand: new Map<string, TranscriptCall>(), refused: false }
    known.byCommand.set(call.command, call)
    known.refused ||= call.refused
    this.#calls.set(key, known)
  }

  refuse(id: unknown): void {
    const known = typeof id === 'string' ? this.#calls.get(`id ${id}`) : undefined
    if (known !== undefined) known.refused = true
  }

  all(): readonly TranscriptCall[] {
    return [...this.#calls.values()].flatMap(({ byCommand, refused }) =>
      Array.from(byCommand.values(), (call) => ({ ...call, refused })),
    )
  }
}

/**
 * Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`. An entry of the assistant holds `tool_use` parts, an entry
 * of the user the results; `cwd` and `timestamp` stand in each entry.
 */
export function claudeCodeTranscript(): TranscriptReader {
  const calls = new CallList()
  return {
    add({ message, cwd, timestamp }) {
      for (const part of listOf(isObject(message) ? message['content'] : undefined)) {
        const { type, name, id, input, tool_use_id: answered, content } = part
        const command = isObject(input) ? textOf(input['command']) : null
        if (type === 'tool_use' && (name === 'Bash' || name === 'Monitor') && command !== null)
          calls.set(id, { command, cwd: textOf(cwd), at: timeOf(timestamp), refused: false })
        if (type === 'tool_result' && REFUSED_BY_USER.test(plainText(content))) calls.refuse(answered)
      }
    },
    calls: () => calls.all(),
  }
}

/** How Claude Code, and Codex after it, report a refusal to the model. */
const REFUSED_BY_USER = /^(?:The user doesn't want to (?:proceed|take this action)|exec command rejected by user)/

function plainText(content: unknown): string {
  if (typeof content === 'string') return content
  const [first] = listOf(content)
  return textOf(first?.['text']) ?? ''
}

/**
 * Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl`. The working folder stands in `session_meta` and
 * `turn_context`; calls are `function_call` items whose arguments are JSON in a text, or `local_shell_call` items.
 */
export function codexTranscript(): TranscriptReader {
  const calls = new CallList()
  let folder: string | null = null
  return {
    add({ type, payload, timestamp }) {
      if (!isObject(payload)) return
      if (type === 'session_meta' || type === 'turn_context') folder = textOf(payload['cwd']) ?? folder
      if (type !== 'response_item') return
      const { type: kind, call_id: id, output } = payload
      const given =
        kind === 'function_call' ? argumentsOf(payload) : kind === 'local_shell_call' ? payload['action'] : null
      if (isObject(given)) {
        const command = shellLine(given['command'] ?? given['cmd'])
        const cwd = textOf(given['workdir'] ?? given['working_directory']) ?? folder
        if (command !== null) calls.set(id, { command, cwd, at: timeOf(timestamp), refused: false })
      }
      const said = isObject(output) ? output['content'] : output
      if (kind === 'function_call_output' && REFUSED_BY_USER.test(plainText(said))) calls.refuse(id)
    },
    calls: () => calls.all(),
  }
}

const CODEX_SHELLS: ReadonlySet<unknown> = new Set(['shell', 'shell_command', 'exec_command', 'container.exec'])

function argumentsOf({ name, arguments: text }: Values): unknown {
  if (!CODEX_SHELLS.has(name) || typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `["bash", "-lc", LINE]` is a line; other lists of words are not what a person would write a rule for. */
function shellLine(command: unknown): string | null {
  if (!Array.isArray(command)) return textOf(command)
  const [shell, flag, line] = command as readonly unknown[]
  const isShell = typeof shell === 'string' && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell)
  return command.length === 3 && isShell && (flag === '-lc' || flag === '-c') ? textOf(line) : null
}

/**
 * Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.json` or `.jsonl`. Messages hold `toolCalls`; a message that is
 * repeated replaces the earlier one.
 *
 * @param folder the root of the project, which stands in `.project_root`
 */
export function geminiTranscript(folder: string | null): TranscriptReader {
  const calls = new CallList()
  const addMessage = ({ toolCalls, timestamp: of }: Values) => {
    for (const { id, name, args, status, timestamp } of listOf(toolCalls)) {
      if (name !== 'run_shell_command' || !isObject(args)) continue
      const command = textOf(args['command'])
      const below = textOf(args['dir_path'] ?? args['directory'])
      const cwd =
        below?.startsWith('/') === true ? below : folder === null || below === null ? folder : `${folder}/${below}`
      const at = timeOf(timestamp) ?? timeOf(of)
      if (command !== null) calls.set(id, { command, cwd, at, refused: status === 'cancelled' })
    }
  }
  return {
    add(entry) {
      for (const message of listOf(entry['messages'])) addMessage(message)
      addMessage(entry)
    },
    calls: () => calls.all(),
  }
}
