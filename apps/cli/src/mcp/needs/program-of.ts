import { homeFolder } from '@poundlock/local-host'
import { type McpServerDefinition, serverCommand } from '@poundlock/mcp'
import { type ContainedPlace, containedPolicy } from '../../host/contained-policy.ts'
import { findProgram } from '../server-program.ts'
import { identifyProgram, type ProgramIdentity } from './program-identity.ts'

/** The program of a server as it would start now. */
export function programOf(
  { name, transport }: McpServerDefinition,
  { place, config, stateDirectory, agent }: Omit<ContainedPlace, 'environment'>,
): ProgramIdentity {
  if (transport.kind !== 'stdio') throw new TypeError('it is no program')
  const command = serverCommand(name, transport, { hostEnvironment: process.env, cwd: place.workspace })
  const { path } = containedPolicy({ agent, config, place, stateDirectory, environment: command.env })
  return identifyProgram(command, findProgram(command, path), variablesOf(transport), homeFolder())
}

/** Names of the variables that the configuration gives a server. */
export const variablesOf = ({
  env,
  passEnvironment,
}: {
  readonly env: Readonly<Record<string, string>>
  readonly passEnvironment: readonly string[]
}): readonly string[] => [...Object.keys(env), ...passEnvironment].toSorted()
