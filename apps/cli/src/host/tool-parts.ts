import { join } from 'node:path'
import type { ToolParts } from '@poundlock/local-host'
import { PoundlockError, visibleText } from '@poundlock/spec'
import {
  BUILT_IN_HANDLERS,
  createConfigHandler,
  createProcessHandler,
  createSendUserMessageHandler,
  createSkillHandler,
  createStructuredOutputHandler,
  createTodoWriteHandler,
  createToolSearchHandler,
  createWebFetchHandler,
  createWebSearchHandler,
  type UserMessage,
} from '@poundlock/tools'
import type { Assembly } from './assemble.ts'
import { backgroundJobs, isConfined } from './background-jobs.ts'
import { mayBeCalled } from './may-be-called.ts'
import { searchOptions } from './search-options.ts'
import { shownSettings } from './shown-settings.ts'

export interface ToolPartOptions {
  /** Brings a message to the user. Default: to standard error. */
  readonly deliver?: (message: UserMessage) => Promise<unknown>
}

/**
 * The handlers of tools other than commands; nothing is started before it is needed.
 *
 * @param assembled returns the assembly, once it is open
 */
export function toolParts(
  { stateDirectory, config }: Pick<Assembly, 'stateDirectory' | 'config'>,
  assembled: () => Assembly,
  { deliver = toStandardError }: ToolPartOptions = {},
): ToolParts {
  const jobs = backgroundJobs(stateDirectory)
  return {
    jobs,
    handlers: [
      ...BUILT_IN_HANDLERS,
      createProcessHandler({ jobs, isConfined }),
      createWebFetchHandler(),
      createWebSearchHandler(searchOptions(config.sources, process.env)),
      createTodoWriteHandler(join(stateDirectory, 'todos')),
      createSkillHandler(() => [join(stateDirectory, 'skills')]),
      createToolSearchHandler((caller) => mayBeCalled(assembled(), caller)),
      createConfigHandler(() => shownSettings(assembled())),
      createStructuredOutputHandler(),
      createSendUserMessageHandler(deliver),
    ],
  }
}

async function toStandardError({ text }: UserMessage): Promise<void> {
  if (!process.stderr.writable) {
    throw new PoundlockError('the user cannot be reached', {
      code: 'USER_UNREACHABLE',
      remedy: 'Say it in your answer.',
    })
  }
  process.stderr.write(`${visibleText(text, { newlines: 'keep' })}\n`)
}
