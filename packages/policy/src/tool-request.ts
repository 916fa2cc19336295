import { findBuiltInTool, type RequiredPermission } from '@poundlock/spec/vocabulary'
import type { FileAccess } from './files/file-access.ts'
import { toolAccess } from './files/tool-access.ts'
import type { PolicyRequest, RequestContext } from './request.ts'

/** A call as an app has it: a tool's name and its input. */
export interface CallDescription extends Omit<PolicyRequest, 'requiredPermission' | 'context' | 'files' | 'urls'> {
  readonly input?: unknown
  /** For a tool that is not built in; without it there is no such tool. */
  readonly requiredPermission?: RequiredPermission
  readonly context?: Partial<RequestContext>
  /** Finds where a file really lies, `null` when it cannot; absent where there is no file system to ask. */
  readonly realPath?: (path: string, access: FileAccess['access']) => string | null
}

const NOWHERE: RequestContext = {
  agent: 'main',
  session: 'main',
  cwd: '/',
  workspace: '/',
  home: '/',
  interactive: true,
}

/**
 * Makes a request of a call: the permission that its tool needs at worst, and the files and addresses that its input
 * names. What a command line does has to be told in `plan`; a built-in tool that runs commands and has none is judged as
 * a line that nobody could read.
 */
export function toolRequest(call: CallDescription): PolicyRequest {
  const { input, context, realPath, requiredPermission, ...rest } = call
  const entry = findBuiltInTool(call.tool)
  const { files, urls } = toolAccess(call.tool, input)
  const whole = { ...NOWHERE, ...context }
  return {
    ...rest,
    // What cannot be seen in a name is no part of any tool's name.
    requiredPermission: /[\p{Cf}\p{Cc}]/u.test(call.tool)
      ? null
      : (entry?.requiredPermission ?? requiredPermission ?? null),
    ...(files.length > 0 && {
      files: realPath ? files.map((file) => ({ ...file, real: realPath(file.path, file.access) })) : files,
    }),
    ...(urls.length > 0 && { urls }),
    ...(entry?.groups.includes('group:runtime') && !call.plan && { plan: UNREAD }),
    context: whole,
  }
}

const UNREAD = {
  text: '',
  refusal: { code: 'UNREAD', message: 'nobody has read it' },
  complete: false,
  unresolved: [],
  commands: [],
  effects: [],
}
