import type { CommandEnvironment } from './contain/environment.ts'
import type { FolderIdentities } from './contain/folder-identity.ts'
import type { HookList } from './hooks/hook-list.ts'
import type { ExecHosts } from './hosts/exec-host.ts'
import type { LoopDetector } from './loops/loop-detector.ts'
import type { LeftOut } from './redact/left-out.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import type { Sessions } from './session/sessions.ts'
import type { HandlerRegistry } from './tools/tool-registry.ts'

/** What every call of a runtime goes through. */
export interface RuntimeParts {
  readonly options: RuntimeOptions
  readonly tools: HandlerRegistry
  readonly hosts: ExecHosts
  readonly environmentOf: CommandEnvironment
  readonly sessions: Sessions
  readonly hooks: HookList
  readonly folders: FolderIdentities
  /** `null` where loops are not detected. */
  readonly loops: LoopDetector | null
  /** `null` where nothing is left out of results. */
  readonly leftOut: LeftOut | null
}
