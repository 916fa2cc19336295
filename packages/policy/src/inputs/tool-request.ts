import { type RequiredPermission, type ToolEntry, findBuiltInTool } from '@poundlock/spec'
import type { CommandPlan } from '../model/command-plan.ts'
import type { FileAccess } from '../model/file-access.ts'
import type { PolicyRequest, RequestContext } from '../model/request.ts'
import { type RootHas, type ToolInputs, namedAccess } from './named-inputs.ts'
import { accessOf } from './tool-access.ts'

/** A call as an app has it: a tool's name and its input. */
export interface CallDescription extends Omit<
  PolicyRequest,
  | 'requiredPermission'
  | 'context'
  | 'files'
  | 'urls'
  | 'contactsUnnamed'
  | 'networkUnchanged'
  | 'innerPlans'
  | 'program'
> {
  /** The input as the model gave it, not validated; what it names is read from it. */
  readonly input?: unknown
  /** For a tool that is not built in; without it there is no such tool. */
  readonly requiredPermission?: RequiredPermission
  /** Overrides for this call; the rest is the context of the app. */
  readonly context?: Partial<RequestContext>
  /** For a tool that is not built in: what is known of its inputs. Without it, those of MCP servers are guessed. */
  readonly inputs?: ToolInputs
  /**
   * Reads a command line in the input of a tool that is not built in, as it would run in a folder. Without it, such a
   * line counts as unread.
   */
  readonly planLine?: (line: string, cwd: string) => CommandPlan
  /** Finds where a file really lies, `null` when it cannot; absent where there is no file system to ask. */
  readonly realPath?: (path: string, access: FileAccess['access']) => string | null
  /**
   * Whether the folder `/` of the machine has something of a name, whatever it is; absent where there is no file system to
   * ask, and then it may have: `/v1/users` in an address is a path.
   */
  readonly rootHas?: RootHas
}

/**
 * Makes a request of a call: the permission that its tool needs at worst, and the files and addresses that its input
 * names. The effects of a command line are in `plan`. A built-in tool that runs commands without a plan counts as an
 * unreadable line.
 */
export function toolRequest(call: CallDescription): PolicyRequest {
  const { tool, input, context, realPath } = call
  const entry = findBuiltInTool(tool)
  const name = asText(tool)
  const isForeign = entry === null && (call.inputs !== undefined || call.served !== undefined || isOfServer(name))
  const {
    files,
    urls,
    commands = [],
  } = isForeign ? namedAccess(input, call.inputs ?? {}, call.rootHas) : accessOf(entry, input)
  // What cannot be seen in a name is no part of any tool's name.
  const isHidden = entry?.name !== tool && !isVisible(name) && /[\p{Cf}\p{Cc}]/u.test(name)
  const requiredPermission = isHidden ? null : (entry?.requiredPermission ?? call.requiredPermission ?? null)
  const whole = {
    agent: context?.agent ?? 'main',
    session: context?.session ?? 'main',
    cwd: context?.cwd ?? '/',
    workspace: context?.workspace ?? '/',
    home: context?.home ?? '/',
    interactive: context?.interactive ?? true,
  }
  const request: Writable<PolicyRequest> =
    files.length > 0
      ? { tool, requiredPermission, context: whole, files }
      : { tool, requiredPermission, context: whole }
  // One by one: a call is asked about before each tool runs, and copying the rest of an object takes as long as deciding.
  if (realPath && files.length > 0) {
    request.files = files.map((file) => ({ ...file, real: realPath(file.path, file.access) }))
  }
  if (urls.length > 0) request.urls = urls
  if (commands.length > 0) {
    const { planLine = unread } = call
    const cwd = call.inputs?.base ?? whole.cwd
    request.innerPlans = commands.map((line) => planLine(line, cwd))
  }
  if (call.inputs?.networkUnchanged === true) request.networkUnchanged = true
  if (call.inputs?.program) request.program = call.inputs.program
  if (call.contacts) request.contacts = call.contacts
  else if (entry !== null && contactsUnnamed(entry)) request.contactsUnnamed = true
  if (call.served) request.served = call.served
  if (call.plan) request.plan = call.plan
  else if (entry?.groups.includes('group:runtime')) request.plan = UNREAD
  if (call.containment) request.containment = call.containment
  if (call.parameters) request.parameters = call.parameters
  if (call.environment) request.environment = call.environment
  if (call.approvals) request.approvals = call.approvals
  if (call.grants) request.grants = call.grants
  if (call.provider !== undefined) request.provider = call.provider
  if (call.model !== undefined) request.model = call.model
  if (call.session) request.session = call.session
  if (call.nodes) request.nodes = call.nodes
  if (call.chooseNode) request.chooseNode = call.chooseNode
  return request
}

/** A web tool whose input names no address goes to some host all the same. */
const contactsUnnamed = ({ groups, inputs }: ToolEntry): boolean =>
  groups.includes('group:web') && !Object.values(inputs).includes('url')

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** A call may come from anywhere, and its tool be no text. */
const asText = (value: unknown): string => String(value)

// Patterns come last: each takes as long as looking up a decision.
const isOfServer = (name: string) => name.startsWith('mcp__') || /^mcp__/i.test(name)

/** True for the visible characters of ASCII alone. */
function isVisible(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    if (code < 32 || code > 126) return false
  }
  return true
}

/** The plan of a line that is not read. */
const unread = (text: string): CommandPlan => ({
  ...UNREAD,
  text,
  refusal: { code: 'UNREAD', message: 'the command lines of this tool are not analysed' },
})

/** Of `process`: what is written to a job may be commands. What is known to be none is asked about without it. */
const UNREAD = {
  text: '',
  refusal: { code: 'UNREAD', message: 'what a job outside a sandbox is sent is not analysed' },
  complete: false,
  unresolved: [],
  commands: [],
  effects: [],
}
