import { existsSync } from 'node:fs'
import { textOrNull } from '@poundlock/state-files/node'
import type { ContainerFacts } from '../status.ts'

/** The sources of the detection; tests pass their own. */
export interface ContainerSources {
  /** Whether there is a file of that path. */
  exists(path: string): boolean
  /** The text of a file, or `null`. */
  read(path: string): string | null
  /** The environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Files and variables that container managers leave.
 *
 * Sources: Docker and Podman create the files; `container` is systemd's Container Interface; the others are set by
 * Kubernetes, GitHub Codespaces, Gitpod and VS Code's Dev Containers.
 */
const FILES = ['/.dockerenv', '/run/.containerenv'] as const
const VARIABLES = [
  'container',
  'KUBERNETES_SERVICE_HOST',
  'CODESPACES',
  'GITPOD_WORKSPACE_ID',
  'REMOTE_CONTAINERS',
] as const
const MANAGERS = /(?:docker|kubepods|containerd|libpod|lxc|podman|garden|ecs)/

const host: ContainerSources = {
  exists: existsSync,
  read: textOrNull,
  env: process.env,
}

/**
 * Whether this machine is a container, by its markers: files, environment, and the control groups of its first process.
 * Markers are hints, not proof: the probe finds out what a sandbox can do here.
 */
export function detectContainer(sources: ContainerSources = host): ContainerFacts {
  const markers: string[] = FILES.filter((path) => sources.exists(path))
  for (const name of VARIABLES) {
    const value = sources.env[name]
    if (value !== undefined && value !== '') markers.push(`environment ${name}`)
  }
  const group = (sources.read('/proc/1/cgroup') ?? '').split('\n').find((line) => MANAGERS.test(line))
  if (group !== undefined) markers.push(`/proc/1/cgroup ${group}`)
  return { inside: markers.length > 0, markers }
}
