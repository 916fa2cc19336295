/**
 * Parameters as the tools of agents name them that models were trained on, with ours; `null` for what only describes the
 * call. Sources: the tools of Claude Code, Codex and Gemini CLI, as they offer them to their models.
 */
const FILE = { file_path: 'path', absolute_path: 'path' }
const FOLDER = { dir_path: 'path' }
const FAMILIAR: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  read_file: FILE,
  write_file: FILE,
  edit_file: FILE,
  glob_search: FOLDER,
  grep_search: FOLDER,
  exec: {
    cmd: 'command',
    directory: 'workdir',
    dir_path: 'workdir',
    run_in_background: 'background',
    is_background: 'background',
    description: null,
  },
}

/**
 * The input of a guarded tool with our names of parameters, before it is checked and decided. What is named twice stays as
 * it is: the tool refuses it.
 */
export function familiarInput(tool: string, input: unknown): unknown {
  const names = Object.hasOwn(FAMILIAR, tool) ? FAMILIAR[tool]! : {}
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const keys = Object.keys(input)
  const ours = keys.map((key) => (Object.hasOwn(names, key) ? names[key]! : key))
  const named = ours.filter((name) => name !== null)
  if (new Set(named).size < named.length) return input
  return Object.fromEntries(
    Object.values(input).flatMap((value, at) => {
      const name = ours[at]
      return name === null || name === undefined ? [] : [[name, value] as const]
    }),
  )
}
