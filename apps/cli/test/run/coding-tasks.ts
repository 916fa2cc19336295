import type { ModelCall } from '../hook/record/model-server.ts'

/** One step of a task: the call of Claude Code's own tool, and that of the guarded one. */
export type CodingStep = readonly [native: ModelCall, guarded: ModelCall]

/** A task, as a model solves it that knows the tools. */
export interface CodingTask {
  readonly task: string
  readonly steps: readonly CodingStep[]
}

const step = (native: string, input: object, guarded: string, guardedInput: object = input): CodingStep => [
  { tool: native, input },
  { tool: `mcp__poundlock__${guarded}`, input: guardedInput },
]
/** Parameters have the names of Claude Code's own tools, out of habit. */
const file = (native: string, guarded: string, name: string, more: object = {}) =>
  step(native, { file_path: `$WORKSPACE/${name}`, ...more }, guarded)

const read = (name: string, more?: object) => file('Read', 'read_file', name, more)
const write = (name: string, content: string) => file('Write', 'write_file', name, { content })
const edit = (name: string, before: string, after: string, more?: object) =>
  file('Edit', 'edit_file', name, { old_string: before, new_string: after, ...more })
const shell = (command: string) => step('Bash', { command, description: 'x' }, 'exec')
/** Claude Code has no tools of its own for this, and tells models to use its shell. */
const search = (command: string, guarded: 'grep_search' | 'glob_search', input: object) =>
  step('Bash', { command, description: 'x' }, guarded, input)
const inBackground = (command: string) => step('Bash', { command, description: 'x', run_in_background: true }, 'exec')

const NOTEBOOK = {
  cells: [{ cell_type: 'code', id: 'first', metadata: {}, execution_count: null, outputs: [], source: ['print(1)'] }],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
}

/** The project that the tasks are about. */
export const PROJECT: Readonly<Record<string, string>> = {
  'src/sum.js': 'export const sum = (a, b) => a - b\n',
  'src/total.js': "import { sum } from './sum.js'\n\nexport const total = (list) => list.reduce(sum, 0)\n",
  'src/mean.js': "import { total } from './total.js'\n\nexport const mean = (list) => total(list) / list.length\n",
  'test.js':
    "import { sum } from './src/sum.js'\n\nif (sum(2, 3) !== 5) throw new Error('sum')\nconsole.log('passed')\n",
  'package.json': '{ "type": "module" }\n',
  'build.log': Array.from({ length: 4000 }, (_, line) => (line === 3210 ? 'ERROR: disk full' : `step ${line}`)).join(
    '\n',
  ),
  'notes.ipynb': JSON.stringify(NOTEBOOK, null, 1),
}

export const CODING_TASKS: readonly CodingTask[] = [
  {
    task: 'mend a failing test',
    steps: [
      shell('node test.js || true'),
      search("grep -rn 'export const sum' src", 'grep_search', { pattern: 'export const sum', output_mode: 'content' }),
      read('src/sum.js'),
      edit('src/sum.js', 'a - b', 'a + b'),
      shell('node test.js'),
    ],
  },
  {
    task: 'rename a function in three files',
    steps: [
      search('grep -rlw total src', 'grep_search', { pattern: '\\btotal\\b', glob: '*.js' }),
      read('src/total.js'),
      edit('src/total.js', 'total', 'totalOf', { replace_all: true }),
      read('src/mean.js'),
      edit('src/mean.js', 'import { total }', 'import { totalOf }'),
      edit('src/mean.js', '=> total(', '=> totalOf('),
      shell('grep -rnw total src || true'),
    ],
  },
  {
    task: 'add a module with its test',
    steps: [
      search("find src -name '*.js'", 'glob_search', { pattern: 'src/**/*.js' }),
      read('src/sum.js'),
      write('src/double.js', 'export const double = (a) => 2 * a\n'),
      write(
        'double.test.js',
        "import { double } from './src/double.js'\n\nif (double(2) !== 4) throw new Error('double')\n",
      ),
      shell('node double.test.js'),
    ],
  },
  {
    task: 'find the error in a long log',
    steps: [
      read('build.log', { offset: 1, limit: 20 }),
      search('grep -n -C 2 ERROR build.log', 'grep_search', {
        pattern: 'ERROR',
        path: 'build.log',
        output_mode: 'content',
        '-C': 2,
      }),
      read('build.log', { offset: 3200, limit: 30 }),
    ],
  },
  {
    task: 'change a cell of a notebook',
    steps: [
      read('notes.ipynb'),
      step(
        'NotebookEdit',
        { notebook_path: '$WORKSPACE/notes.ipynb', cell_id: 'first', new_source: 'print(2)' },
        'NotebookEdit',
      ),
    ],
  },
  {
    task: 'wait for a program in the background',
    steps: [
      inBackground("node -e \"setTimeout(() => require('fs').writeFileSync('built', 'x'), 200)\""),
      shell('until [ -e built ]; do sleep 0.1; done; cat built'),
    ],
  },
  {
    task: 'commit the work',
    steps: [
      shell('git status --short'),
      shell('git diff --stat'),
      shell("git add -A && git commit -qm 'Mend sum' && git log --oneline"),
    ],
  },
]
