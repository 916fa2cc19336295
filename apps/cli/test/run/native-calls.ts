import type { ModelCall } from '../hook/record/model-server.ts'
import type { RunAgent } from './run-calls.ts'

type Input = Readonly<Record<string, any>>
type NativeTool = (input: Input) => ModelCall

const tool = (name: string, input: object): ModelCall => ({ tool: name, input })
const codexShell = (cmd: string) => tool('exec_command', { cmd })
const codexPatch = (lines: string) => tool('apply_patch', { freeform: `*** Begin Patch\n${lines}\n*** End Patch` })

/** The own tool of an agent that does what a guarded one does. */
const NATIVE: Readonly<Record<RunAgent, Readonly<Record<string, NativeTool>>>> = {
  claude: {
    exec: ({ command, background }) =>
      tool('Bash', { command, description: 'x', ...(background && { run_in_background: true }) }),
    read_file: ({ path }) => tool('Read', { file_path: placed(path) }),
    write_file: ({ path, content }) => tool('Write', { file_path: placed(path), content }),
    edit_file: ({ path, ...rest }) => tool('Edit', { file_path: placed(path), ...rest }),
    glob_search: (input) => tool('Glob', input),
    grep_search: (input) => tool('Grep', { ...input, path: '$WORKSPACE/a.txt' }),
    WebFetch: ({ url }) => tool('WebFetch', { url, prompt: 'x' }),
  },
  // It reads and searches with the shell.
  codex: {
    exec: ({ command }) => codexShell(command),
    read_file: ({ path }) => codexShell(`cat ${path}`),
    write_file: ({ path }) => codexPatch(`*** Add File: ${path}\n+x`),
    edit_file: ({ path, old_string: before, new_string: after }) =>
      codexPatch(`*** Update File: ${path}\n@@\n-${before}\n+${after}`),
    glob_search: ({ pattern }) => codexShell(`ls ${pattern}`),
    grep_search: ({ pattern }) => codexShell(`grep ${pattern} a.txt`),
    WebFetch: ({ url }) => codexShell(`curl -s ${url}`),
  },
  gemini: {
    exec: ({ command, background }) =>
      tool('run_shell_command', { command, ...(background && { is_background: true }) }),
    read_file: ({ path }) => tool('read_file', { file_path: path }),
    write_file: ({ path, content }) => tool('write_file', { file_path: path, content }),
    edit_file: ({ path, ...rest }) => tool('replace', { file_path: path, instruction: 'x', ...rest }),
    glob_search: (input) => tool('glob', input),
    grep_search: (input) => tool('grep_search', { ...input, include_pattern: 'a.txt' }),
    WebFetch: ({ url }) => tool('web_fetch', { prompt: `get ${url}` }),
  },
  opencode: {
    exec: ({ command }) => tool('bash', { command, description: 'x' }),
    read_file: ({ path }) => tool('read', { filePath: placed(path) }),
    write_file: ({ path, content }) => tool('write', { filePath: placed(path), content }),
    edit_file: ({ path, old_string: before, new_string: after }) =>
      tool('edit', { filePath: placed(path), oldString: before, newString: after }),
    glob_search: (input) => tool('glob', input),
    grep_search: (input) => tool('grep', { ...input, include: 'a.txt' }),
    WebFetch: ({ url }) => tool('webfetch', { url, format: 'text' }),
  },
}

/** Some agents take absolute paths alone. */
const placed = (path: string) => (path.startsWith('$') ? path : `$WORKSPACE/${path}`)

/** The call of a guarded tool as one of the agent's own. */
export const nativeCall = (agent: RunAgent, name: string, input: object): ModelCall => NATIVE[agent][name]!(input)
