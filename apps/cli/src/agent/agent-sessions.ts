import { join } from 'node:path'
import { stateFolder } from '@poundlock/local-host'

/** Where the transcripts of agents are. */
export const agentSessions = (): string => join(stateFolder(), 'agent-sessions')
