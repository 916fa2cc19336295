import { homeEnvironment, type MountPlan, type SandboxPolicy } from '@poundlock/sandbox'

/**
 * HOME and TMPDIR name the private folders, unless they already name something in what the command may write to:
 * outside's values lead to nothing inside. What programs look for in a HOME is named to them.
 */
export function privateEnvironment(
  env: Readonly<Record<string, string>>,
  policy: SandboxPolicy,
  plan: Pick<MountPlan, 'home' | 'temporary' | 'cache'>,
): Readonly<Record<string, string>> {
  if (plan.home === null || plan.temporary === null) return env
  const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
  const leadsInside = (value: string | undefined): boolean =>
    value !== undefined && !value.includes('..') && writable.some((path) => value.startsWith(`${path}/`))
  return {
    ...homeEnvironment(policy, plan.cache),
    ...env,
    ...(leadsInside(env['HOME']) ? {} : { HOME: plan.home }),
    ...(leadsInside(env['TMPDIR']) ? {} : { TMPDIR: plan.temporary }),
  }
}
