import type { Dialect } from '@poundlock/shell'
import type { FindExecutable } from './commands/executables.ts'
import type { InspectRepository } from './repository/inspect-repository.ts'

/** What a plan is made with, besides the text of the line. */
export interface PlanOptions {
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly home: string
  /** The shell that reads the line; `bash` unless set. */
  readonly dialect?: Dialect
  /** Finds the program that a name stands for. */
  readonly findExecutable: FindExecutable
  /** The folders that it looks in, where they are not ours: one that is not absolute leaves open what a name means. */
  readonly path?: readonly string[]
  /** Says what the repository around a folder makes git run. Absent where that is not asked. */
  readonly inspectRepository?: InspectRepository
  /** Whether links are followed, and files looked at. Default: where `inspectRepository` is given. */
  readonly looksAtDisk?: boolean
  /** Whether a folder is there and may be entered, absolute. Default: what the disk says, where it is looked at. */
  readonly isFolder?: (folder: string) => boolean
  /**
   * Where the repository around a folder has all of its data, if that is in the workspace; both absolute. Default: what the
   * disk says, where `inspectRepository` is given.
   */
  readonly repositoryData?: (folder: string) => string | null
  /** Absolute: files in it may be anybody's, also where settings of the user name them. */
  readonly workspace?: string
}

/** Whether a plan may look at the disk. */
export const looksAtDisk = ({
  looksAtDisk: looks,
  inspectRepository,
}: Pick<PlanOptions, 'looksAtDisk' | 'inspectRepository'>) => looks ?? inspectRepository !== undefined
