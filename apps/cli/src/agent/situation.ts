import { join } from 'node:path'
import { systemPrompt, type AgentTools, type SystemPromptParts } from '@poundlock/agent'
import type { ToolSpec } from '@poundlock/spec'
import { readSkills } from '@poundlock/tools'
import type { Assembly } from '../host/assemble.ts'
import { mayBeCalled } from '../host/may-be-called.ts'

/** Tools whose result no model gets, and the search among tools that are all offered. */
const NOT_OFFERED: ReadonlySet<string> = new Set(['StructuredOutput', 'SendUserMessage', 'ToolSearch'])

/** The tools that the policy lets the agent of a host call at all. */
export const offeredTools = (assembly: Assembly): readonly ToolSpec[] =>
  mayBeCalled(assembly, assembly.context).filter(({ name }) => !NOT_OFFERED.has(name))

/**
 * Describes the workspace, sandbox and network to the model, from the configuration that decides its calls.
 *
 * @param canAsk whether a person can be asked
 */
export function promptFor(
  assembly: Assembly,
  tools: ReturnType<AgentTools['list']>,
  { canAsk, instructions }: { readonly canAsk: boolean } & Pick<SystemPromptParts, 'instructions'>,
): string {
  const skills = tools.some(({ name }) => name === 'Skill') ? readSkills([join(assembly.stateDirectory, 'skills')]) : []
  return systemPrompt({
    tools,
    situation: situationOf(assembly, canAsk),
    skills,
    ...(instructions && { instructions }),
  })
}

function situationOf({ config, context, policy }: Assembly, canAsk: boolean): readonly string[] {
  const { sandbox } = config.resolved
  const { host } = policy.execSettings({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { ...context, home: '', interactive: canAsk },
  })
  const isContained = host.value === 'sandbox'
  return [
    `The workspace is ${context.workspace}; commands start in ${context.cwd}. You are the agent ${context.agent}.`,
    isContained
      ? `Commands run in a sandbox: they can write the workspace and their own temporary folder, and nothing else.`
      : `Commands run on this machine without a sandbox (host ${host.value}).`,
    ...(isContained ? [`The network of commands is ${NETWORK[sandbox.network.value]}.`] : []),
    canAsk
      ? 'A call that needs an approval waits for a person. Ask for few, and only for what the task needs.'
      : 'No person can be asked here: a call that needs an approval is refused.',
  ]
}

const NETWORK = {
  off: 'off',
  ask: 'open to hosts that the configuration names; a person is asked about others',
  allowlist: 'limited to the hosts that the configuration names',
  on: 'on',
} as const

/** The instructions of a repository, read as the model itself would read them: the policy may refuse. */
export async function projectInstructions(assembly: Assembly): Promise<NonNullable<SystemPromptParts['instructions']>> {
  const { status, output } = await assembly.call('read_file', { path: 'AGENTS.md' }, { ask: null })
  const part = status === 'ran' && output?.error === undefined ? output?.content[0] : undefined
  return part?.type === 'text' ? [{ source: 'AGENTS.md', text: part.text }] : []
}
