import type { AgentModel } from '@poundlock/agent'
import { openModel } from '@poundlock/agent/ai-sdk'
import type { AgentFlags } from './agent-flags.ts'

const OWN_KEY = 'POUNDLOCK_MODEL_KEY'

/** Only a server that the user named gets this key: those of providers are in their own variables. */
export function openNamedModel(modelName: string, { baseUrl }: AgentFlags): Promise<AgentModel> {
  const key = baseUrl === undefined ? '' : (process.env[OWN_KEY] ?? '')
  // Without a key of its own, a named provider at another address gets the one of its variable.
  const isOwn = key !== '' || modelName.startsWith('compatible:')
  return openModel(modelName, {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(key !== '' && { apiKey: key }),
    ...(isOwn && { keyVariable: OWN_KEY }),
  })
}
