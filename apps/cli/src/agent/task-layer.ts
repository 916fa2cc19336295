import type { PolicyLayer } from '@poundlock/policy'

/**
 * What tightens the rules for an agent that works for another one: it gives no tasks itself, and reads no settings. All
 * else is decided by the rules of the agent that gave the task.
 */
export const TASK_LAYER: Omit<PolicyLayer, 'mayLoosen'> = {
  name: 'agent for an agent',
  tools: { deny: ['Agent', 'Config'] },
}
