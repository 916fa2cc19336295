import type { MountPlan, SandboxPolicy } from '@poundlock/sandbox'

/** What the engine sets by itself. */
const ofEngine = ['HOSTNAME', 'TERM'] as const

/**
 * The whole environment of a command, as the engine takes it: names with values, and names alone for what the image or
 * the engine would set besides. HOME and TMPDIR are the container's own, unless they name something in what the command
 * may write to.
 */
export function commandEnvironment(
  env: Readonly<Record<string, string>>,
  policy: SandboxPolicy,
  plan: Pick<MountPlan, 'home' | 'temporary'>,
  imageVariables: readonly string[],
): readonly string[] {
  const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
  const leadsInside = (value: string | undefined): boolean =>
    value !== undefined && !value.includes('..') && writable.some((path) => value.startsWith(`${path}/`))
  const closed: Record<string, string> = { ...env }
  if (!leadsInside(env['HOME'])) closed['HOME'] = plan.home ?? '/'
  if (!leadsInside(env['TMPDIR'])) closed['TMPDIR'] = plan.temporary ?? '/tmp'
  const others = [...new Set([...imageVariables, ...ofEngine])].filter((name) => !Object.hasOwn(closed, name))
  return [...Object.entries(closed).map(([name, value]) => `${name}=${value}`), ...others]
}
