import { closeSync, existsSync, openSync } from 'node:fs'
import type { MountPlan, MountStep } from '@poundlock/sandbox'

/** The descriptor that bubblewrap reads the filter from. */
const FILTER_DESCRIPTOR = 3

const ISOLATION = [
  '--unshare-all',
  '--unshare-user',
  '--disable-userns',
  '--new-session',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
  '--clearenv',
]

/** Bubblewrap's arguments as one writes them by hand who wants what our plan has. */
export function bubblewrapByHand(plan: MountPlan, workspace: string, path: string): readonly string[] {
  return [
    ISOLATION,
    ['--setenv', 'PATH', path],
    ['--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    ...plan.steps.map(argumentsOf),
    ['--seccomp', String(FILTER_DESCRIPTOR), '--chdir', workspace, '/bin/sh', '-c', 'echo hi'],
  ].flat()
}

function argumentsOf(step: MountStep): readonly string[] {
  const { target } = step
  switch (step.kind) {
    case 'bind':
      return [step.access === 'read-only' ? '--ro-bind' : '--bind', step.source, target]
    case 'text':
      return existsSync(target) ? ['--ro-bind', target, target] : []
    case 'link':
      return target.startsWith('/dev/') ? [] : ['--symlink', step.to, target]
    case 'scratch':
      return ['--perms', step.mode.toString(8), '--size', String(step.bytes), '--tmpfs', target]
    case 'pin':
      return ['--bind', target, target]
    case 'protect':
      return ['--ro-bind', target, target]
    case 'hide':
      if (!existsSync(target)) return []
      return step.of === 'folder' ? ['--tmpfs', target] : ['--ro-bind', '/dev/null', target]
    default:
      // Devices, terminals and processes: `--dev` and `--proc` make them.
      return []
  }
}

/** Opens the filter for one start: bubblewrap reads it to its end. */
export async function withFilter(file: string, use: (descriptor: number) => Promise<void>): Promise<void> {
  const descriptor = openSync(file, 'r')
  try {
    await use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

interface FilterSources {
  readonly commandFilter: (architecture: string, options: { readonly unixSockets: boolean }) => readonly object[]
  readonly encodeFilter: (filter: readonly object[]) => Uint8Array
}

/** The filter that our commands run under. It is nobody's interface: only a comparison needs it by itself. */
export async function filterOfOurs(): Promise<Uint8Array> {
  const source = (name: string): string =>
    new URL(`../../../packages/sandbox-unshare/src/seccomp/${name}.ts`, import.meta.url).href
  const { commandFilter, encodeFilter } = {
    ...((await import(source('command-filter'))) as object),
    ...((await import(source('filter-assembler'))) as object),
  } as FilterSources
  return encodeFilter(commandFilter(process.arch, { unixSockets: false }))
}
