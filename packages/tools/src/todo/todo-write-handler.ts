import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { visibleText } from '@poundlock/spec'
import { type Todo, type TodoWriteInput, TASK_LIST_TOOL } from '@poundlock/spec/tools'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { successOutput } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler, ToolOutput } from '../tool-handler.ts'

const MARKS: Readonly<Record<Todo['status'], string>> = { pending: '[ ]', in_progress: '[~]', completed: '[x]' }

/**
 * Serves `TodoWrite`: one list a session, kept where the agent's files are not.
 *
 * @param folder absolute; made when it is missing
 */
export function createTodoWriteHandler(folder: string): ToolHandler<TodoWriteInput> {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    spec: TASK_LIST_TOOL,
    run(input, context) {
      // Calls of one answer come at once: the list is that of the last of them.
      const own = turn.then(() => write(folder, input, context))
      turn = own.catch(() => undefined)
      return own
    },
  }
}

async function write(
  folder: string,
  { todos }: TodoWriteInput,
  { agent, session }: Pick<ToolContext, 'agent' | 'session'>,
): Promise<ToolOutput> {
  // A session can have any name, so it is not a file name.
  const name = createHash('sha256')
    .update(JSON.stringify([agent, session]))
    .digest('hex')
  const file = join(folder, `${name}.json`)
  const before = await readTodos(file)
  // A list with all tasks done is empty.
  const after = todos.every(({ status }) => status === 'completed') ? [] : todos
  await replace(folder, file, after)
  const text = after.length === 0 ? 'nothing is left to do' : after.map(shown).join('\n')
  return successOutput(text, { before, after })
}

/** One line each: no task passes for several. */
const shown = ({ status, content, activeForm }: Todo) =>
  `${MARKS[status]} ${visibleText(status === 'in_progress' ? activeForm : content)}`

async function readTodos(file: string): Promise<readonly Todo[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Array.isArray(value) ? (value as Todo[]) : []
  } catch {
    return []
  }
}

/** Whole or not at all: a list that was cut off would be taken for a shorter one. */
async function replace(folder: string, file: string, todos: readonly Todo[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  replaceOwnFile(file, JSON.stringify(todos))
}
