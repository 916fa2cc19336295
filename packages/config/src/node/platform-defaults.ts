import type { ConfigDefaults } from '../resolve-config.ts'

/** Names as people write them. */
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'macOS', win32: 'Windows' }

/**
 * What holds on a system where no file says otherwise: namespaces contain on Linux, and elsewhere only containers do.
 *
 * @param platform as `process.platform`, which it is unless given
 */
export function platformDefaults(platform: NodeJS.Platform = process.platform): ConfigDefaults {
  if (platform === 'linux') return {}
  const system = SYSTEMS[platform] ?? platform
  return { backend: { value: 'docker', origin: `default on ${system}, where only containers contain commands` } }
}
