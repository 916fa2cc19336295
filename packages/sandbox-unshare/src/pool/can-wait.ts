import type { SandboxPolicy } from '@poundlock/sandbox'
import type { Recipe } from './sandbox-build.ts'

/** The parts of a policy that a waiting sandbox can enforce. Other parts belong to one run. */
const KEPT: ReadonlySet<string> = new Set<keyof SandboxPolicy>([
  'fileMode',
  'workspace',
  'readPaths',
  'writePaths',
  'cachePath',
  'protectedPaths',
  'hiddenPaths',
  'network',
  'egress',
  'limits',
  'gitIdentity',
])

/** True when a sandbox can be built from this before its command is known. */
export function canWait({ renderer, policy }: Recipe): boolean {
  return (
    renderer.build !== undefined &&
    Object.entries(policy).every(([name, value]) => value === undefined || KEPT.has(name))
  )
}
