import { homeEnvironment, type MountPlan, type SandboxPolicy } from '@poundlock/sandbox'

/** Variables that engines set; the last is Podman's. */
const OF_ENGINE = ['HOSTNAME', 'TERM', 'container'] as const

/** The whole environment of a command. */
export interface ContainerEnvironment {
  /** As `name=value`. */
  readonly set: readonly string[]
  /** Names that the image or the engine sets and the command must not have. */
  readonly unset: readonly string[]
}

/**
 * The environment of a command. HOME and TMPDIR are the container's own, unless they name something in what the command
 * may write to.
 */
export function commandEnvironment(
  env: Readonly<Record<string, string>>,
  policy: SandboxPolicy,
  plan: Pick<MountPlan, 'home' | 'temporary' | 'cache'>,
  imageVariables: readonly string[],
): ContainerEnvironment {
  const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
  const leadsInside = (value: string | undefined): boolean =>
    value !== undefined && !value.includes('..') && writable.some((path) => value.startsWith(`${path}/`))
  const closed: Record<string, string> = { ...homeEnvironment(policy, plan.cache), ...env }
  if (!leadsInside(env['HOME'])) closed['HOME'] = plan.home ?? '/'
  if (!leadsInside(env['TMPDIR'])) closed['TMPDIR'] = plan.temporary ?? '/tmp'
  return {
    set: Object.entries(closed).map(([name, value]) => `${name}=${value}`),
    unset: [...new Set([...imageVariables, ...OF_ENGINE])].filter((name) => !Object.hasOwn(closed, name)),
  }
}
