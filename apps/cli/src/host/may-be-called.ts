import { homeFolder } from '@poundlock/local-host'
import type { ToolSpec } from '@poundlock/spec'
import type { Assembly } from './assemble.ts'

/** Why a caller may not call a tool at all, before anything is known of a call; `null` when it may. */
export function whyNotCalled(
  { policy, context }: Pick<Assembly, 'policy' | 'context'>,
  { name: tool, requiredPermission }: ToolSpec,
  caller: { readonly agent: string; readonly session: string } = context,
): string | null {
  const { agent, session } = caller
  const where = { ...context, agent, session, home: homeFolder(), interactive: true }
  const judged = policy
    .decide({ tool, requiredPermission, context: where })
    .trace.find(({ layer, decision, code }) => layer === 'tool' && decision === 'deny' && code !== 'TOOL_UNKNOWN')
  return judged?.message ?? null
}

/** The tools that a caller may call. */
export function mayBeCalled(
  assembly: Assembly,
  caller: { readonly agent: string; readonly session: string },
): readonly ToolSpec[] {
  return assembly.runtime.tools.list().filter((spec) => whyNotCalled(assembly, spec, caller) === null)
}
