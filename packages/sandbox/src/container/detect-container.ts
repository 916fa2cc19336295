import { existsSync, readFileSync } from 'node:fs'
import type { ContainerFacts } from '../status.ts'

/** The sources of the detection; tests pass their own. */
export interface ContainerSources {
  exists(path: string): boolean
  /** The text of a file, or `null`. */
  read(path: string): string | null
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Files and variables that container managers leave.
 *
 * Sources: Docker and Podman create the files; `container` is systemd's Container Interface; the others are set by
 * Kubernetes, GitHub Codespaces, Gitpod and VS Code's Dev Containers.
 */
const files = ['/.dockerenv', '/run/.containerenv'] as const
const variables = [
  'container',
  'KUBERNETES_SERVICE_HOST',
  'CODESPACES',
  'GITPOD_WORKSPACE_ID',
  'REMOTE_CONTAINERS',
] as const
const managers = /(?:docker|kubepods|containerd|libpod|lxc|podman|garden|ecs)/

const host: ContainerSources = {
  exists: existsSync,
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return null
    }
  },
  env: process.env,
}

/**
 * Whether this machine is a container, by its markers: files, environment, and the control groups of its first process.
 * Markers are hints, not proof: the probe finds out what a sandbox can do here.
 */
export function detectContainer(sources: ContainerSources = host): ContainerFacts {
  const markers: string[] = files.filter((path) => sources.exists(path))
  for (const name of variables) {
    const value = sources.env[name]
    if (value !== undefined && value !== '') markers.push(`environment ${name}`)
  }
  const group = (sources.read('/proc/1/cgroup') ?? '').split('\n').find((line) => managers.test(line))
  if (group !== undefined) markers.push(`/proc/1/cgroup ${group}`)
  return { inside: markers.length > 0, markers }
}
