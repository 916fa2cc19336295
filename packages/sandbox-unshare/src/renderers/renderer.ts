import type { Defence, MountPlan, SandboxCommand, SandboxLimits, SandboxPolicy, SystemFacts } from '@poundlock/sandbox'
import type { Users } from '../backend/inside-user.ts'
import type { AssembledProgram } from '../loader/program.ts'
import type { Architecture } from '../system-calls/system-calls.ts'

/** Ways of keeping one plan, strongest first: they are tried in this order. */
export const RENDERER_NAMES = ['namespaces', 'bubblewrap', 'landlock'] as const

/** A way of containing: namespaces of our own, bubblewrap, or Landlock. */
export type RendererName = (typeof RENDERER_NAMES)[number]

/** All that a command's containment depends on. */
export interface RenderRequest {
  readonly architecture: Architecture
  /** Absolute path of the loader. */
  readonly loader: string
  /** Checked. */
  readonly policy: SandboxPolicy
  readonly system: SystemFacts
  readonly users: Users
  readonly plan: MountPlan
  /** Files that take a process into its control groups. */
  readonly controlGroups: readonly string[]
  readonly limits: SandboxLimits
  readonly command: SandboxCommand
}

/** All that the containment of a command depends on, but for the command. */
export type BuildRequest = Omit<RenderRequest, 'command'>

/** What the loader performs to contain and start a command. */
export interface Rendering {
  /** One after the other, in one loader or each in its own. */
  readonly programs: readonly AssembledProgram[]
  /** Removes its files on the host, after everything has ended or failed. */
  cleanUp?(): Promise<void>
}

/** The program that the loader performs to build a sandbox whose command comes later. */
export interface BuildRendering {
  /** The last of them asks for the next. */
  readonly programs: readonly AssembledProgram[]
  /**
   * Tells the command, with less power than the command has.
   *
   * @throws RangeError when the command is too large to be passed on
   */
  readonly tell: (command: SandboxCommand) => AssembledProgram
}

/** Turns a plan into what the loader performs. */
export interface Renderer {
  readonly name: RendererName
  /** True when protected paths are read-only while commands run; otherwise they are put back afterwards. */
  readonly mounts: boolean
  /** All that a stored proof depends on besides the loader. */
  readonly identity: readonly string[]
  /** Programs of the host that take part. */
  readonly tools: readonly string[]
  /** Why it cannot even be tried here, each with its remedy; empty when it can. */
  impossible(): readonly string[]
  /** Why it cannot keep this policy, each with its remedy; empty when it can. */
  refusals(policy: SandboxPolicy): readonly string[]
  /** The namespaces that a command gets. */
  namespaces(policy: SandboxPolicy): readonly string[]
  /** Defences that differ from those of the strongest renderer. */
  defences(policy: SandboxPolicy): Readonly<Record<string, Defence>>
  /** @throws RangeError when the command is too large to be passed on */
  render(request: RenderRequest): Rendering
  /** Absent where a sandbox cannot be built before its command is known. */
  build?(request: BuildRequest): BuildRendering
}
