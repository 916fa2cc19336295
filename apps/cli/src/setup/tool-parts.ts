import type { Jobs } from '@poundlock/process/jobs'
import { builtInHandlers, createProcessHandler, type ToolHandler } from '@poundlock/tools'
import { backgroundJobs, isConfined } from './background-jobs.ts'
import { stateFolder } from './state-folder.ts'

/** What serves the tools besides commands themselves; nothing is started before it is needed. */
export function toolParts(): { readonly handlers: readonly ToolHandler[]; readonly jobs: Jobs } {
  const jobs = backgroundJobs(stateFolder())
  return { jobs, handlers: [...builtInHandlers, createProcessHandler({ jobs, isConfined })] }
}
