export type { FindExecutable } from '../commands/executables.ts'
export type { PlannedLine } from '../plan-command.ts'
export { type DisklessPlanOptions, planWithoutDisk } from './plan-without-disk.ts'
