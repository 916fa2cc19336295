import type { SandboxCommand } from '@poundlock/sandbox'

/** How a command's input comes to it: nothing, or over the connection. */
export interface Beginning {
  readonly stdin: 'none' | 'connection'
  /** Ends what the command left when the connection ends. Only where the connection carries no input. */
  readonly lifeline: boolean
  /** Names of variables that an image or an engine has set, and the command is not to have. */
  readonly unset: readonly string[]
}

/**
 * Leaves a process that waits for the end of this connection: the builtin needs no program, and there is nothing to
 * read.
 */
const LIFELINE_LINE = '( { while read -r nothing; do :; done; kill -9 -1; } <&3 >/dev/null 2>&1 & )'

/** Says that it got so far, then becomes the command. Nothing stays between the engine and the command. */
function become(mark: string, { stdin, lifeline, unset }: Beginning): string {
  const names = unset.filter((name) => /^[A-Za-z_]\w*$/.test(name))
  // Not by the engine: Podman takes no name without a value.
  const first = names.length === 0 ? '' : `unset -v ${names.join(' ')}; `
  if (lifeline) return `${first}exec 3<&0; ${LIFELINE_LINE}; printf %s '${mark}' >&2; exec "$@" 3<&- </dev/null`
  return `${first}printf %s '${mark}' >&2; exec "$@"${stdin === 'none' ? ' </dev/null' : ''}`
}

/** What an engine is to execute for a command. */
export function commandWords(command: SandboxCommand, mark: string, beginning: Beginning): readonly string[] {
  return ['/bin/sh', '-c', become(mark, beginning), 'sh', command.file, ...command.args]
}

/**
 * A shell that waits for one line and then executes it. `read` takes one byte at a time, so the bytes after the line
 * are the input of the command. `$0` is a line break, which the line itself cannot hold.
 *
 * @param variable holds the line for a moment; no variable of the command
 */
export function waitingWords(variable: string): readonly string[] {
  return ['/bin/sh', '-c', `IFS= read -r ${variable} || exit; eval "$${variable}"`, '\n']
}

/** The line that makes a waiting shell a command. */
export function waitingLine(command: SandboxCommand, mark: string, beginning: Beginning): string {
  return `set -- ${[command.file, ...command.args].map(quote).join(' ')}; ${become(mark, beginning)}\n`
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('\n', `'"$0"'`)}'`
