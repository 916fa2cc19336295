import { homeFolder } from '@poundlock/local-host'
import type { ShownSetting } from '@poundlock/tools'
import type { Assembly } from './assemble.ts'

/** The effective settings with their origins: of the sandbox, and of commands. */
export function shownSettings({ config, policy, context }: Assembly): readonly ShownSetting[] {
  const { sandbox, timeoutSeconds, loopDetection, redactResults, notices, undo } = config.resolved
  const exec = policy.execSettings({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { ...context, home: homeFolder(), interactive: false },
  })
  return [
    ...flattened('tools.exec', exec),
    ...flattened('tools.exec', { timeout: timeoutSeconds, ...notices }),
    ...flattened('tools', { loopDetection, redactResults }),
    ...flattened('sandbox', sandbox),
    ...flattened('undo', undo),
  ]
}

/** Values with an origin, however deep they lie. */
function flattened(prefix: string, values: object): readonly ShownSetting[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const name = `${prefix}.${key}`
    if (typeof value !== 'object' || value === null) return []
    if ('value' in value && 'origin' in value && typeof value.origin === 'string') {
      return [{ name, value: value.value, origin: value.origin }]
    }
    return Array.isArray(value) ? [] : flattened(name, value)
  })
}
