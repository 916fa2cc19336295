import type { Dialect } from '@poundlock/shell'
import type { FindExecutable } from './commands/executables.ts'
import type { InspectRepository } from './repository/inspect-repository.ts'

/** What a plan is made with, besides the text of the line. */
export interface PlanOptions {
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly home: string
  readonly dialect?: Dialect
  readonly findExecutable: FindExecutable
  /** The folders that it looks in, where they are not ours: one that is not absolute leaves open what a name means. */
  readonly path?: readonly string[]
  /** Absent where the file system is not to be touched; then links are not followed either. */
  readonly inspectRepository?: InspectRepository
  /** Absolute: files in it may be anybody's, also where settings of the user name them. */
  readonly workspace?: string
}
