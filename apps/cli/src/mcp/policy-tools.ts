import { remedies } from '@poundlock/runtime'
import { offerGrants } from '@poundlock/runtime/host'
import { isObject, type ToolSpec, visibleText } from '@poundlock/spec'
import type { ToolHandler, ToolOutput } from '@poundlock/tools'
import type { Assembly, PlaceFlags } from '../host/assemble.ts'
import { openReview } from '../review/review-place.ts'

const HARMLESS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const COMMAND = { type: 'string', minLength: 1, description: 'The command line.' }

const spec = (
  name: string,
  summary: string,
  description: string,
  properties: object,
  required: string[],
): ToolSpec => ({
  name,
  summary,
  description,
  inputSchema: { type: 'object', properties, required, additionalProperties: false },
  requiredPermission: 'read-only',
  groups: [],
  annotations: HARMLESS,
})

const CHECK = spec(
  'policy_check',
  'Would this run?',
  'Says whether a command, or a call of another tool, would run, ask a person or be refused, why, and the smallest change that would make it run. Nothing runs.',
  {
    command: { ...COMMAND, description: 'The command line. Or name a tool and its input.' },
    tool: { type: 'string', minLength: 1, maxLength: 200 },
    input: { type: 'object' },
  },
  [],
)

const EXPLAIN = spec(
  'policy_explain',
  'The rules that hold',
  'Lists the rules that hold for you here: what is denied, asked about and allowed, and where each is written. Only the user can change them.',
  {},
  [],
)

/** The tools with which a client reads the policy. They decide, list, and change nothing. */
export function policyTools(assembly: Assembly, flags: PlaceFlags): readonly ToolHandler[] {
  return [
    {
      spec: CHECK,
      async run(input, { session }) {
        const { command, tool, input: toolInput } = input as { command?: string; tool?: string; input?: object }
        if ((command === undefined) === (tool === undefined))
          return outputOf('Give a command, or a tool and its input.', {})
        return command === undefined
          ? checkTool(assembly, flags, { tool: tool!, input: toolInput ?? {}, session })
          : checkCommand(assembly, command, session)
      },
    },
    { spec: EXPLAIN, run: async () => explainPolicy(assembly, flags) },
  ]
}

async function checkCommand({ runtime, policy, context }: Assembly, command: string, session: string) {
  const checked = await runtime.check({ command }, { ...context, session })
  const { decision, request, unavailable, status } = checked
  const offers =
    decision.decision === 'ask'
      ? offerGrants(policy, request, context.workspace, 'workspace').map(({ covers }) => covers)
      : []
  const why = unavailable ? ['This machine cannot contain it.', ...(status?.fallbackReasons ?? [])] : []
  const grants = offers.map((covers) => `A person may allow for good: ${covers}. Ask for it with propose_grant.`)
  return described(decision, [...why, ...grants], { canBeGranted: offers })
}

function checkTool(
  { context }: Assembly,
  flags: PlaceFlags,
  call: { readonly tool: string; readonly input: object; readonly session: string },
): ToolOutput {
  const review = openReview({
    workspace: context.workspace,
    ...(flags.config !== undefined && { config: flags.config }),
  })
  const request = review.request({ ...call, agent: context.agent, cwd: context.cwd })
  return described(review.policy.decide(request), [], {})
}

type Decision = Awaited<ReturnType<Assembly['runtime']['check']>>['decision']

function described({ decision, reasons, fix }: Decision, more: readonly string[], data: object): ToolOutput {
  const answers = { allow: 'It would run.', ask: 'It would ask a person.', deny: 'It would be refused.' }
  const lines = [
    answers[decision],
    ...reasons.map(({ message, code }) => `because ${message} [${code}]`),
    ...remedies(fix),
    ...more,
  ]
  return outputOf(lines.join('\n'), {
    decision,
    reasons: reasons.map(({ code, message }) => ({ code, message })),
    fix,
    ...data,
  })
}

async function explainPolicy({ context }: Assembly, flags: PlaceFlags): Promise<ToolOutput> {
  const { listEntries, listRules } = await import('@poundlock/policy-review')
  const review = openReview({
    workspace: context.workspace,
    ...(flags.config !== undefined && { config: flags.config }),
  })
  const { agent } = context
  const { exec } = review.policy.decide(review.request({ command: 'true', agent }))
  const settings = Object.entries(exec).map(([name, { value, origin }]) => ({ name, value, source: origin }))
  const rules = listRules(review.layers, review.home, agent)
    .filter(({ action, layer }) => action !== 'allow' || layer.mayLoosen)
    .map(({ action, rule }) => ({ action, rule: rule.text, source: rule.source }))
  const lists = listEntries(review.layers, agent)
    .filter(({ counts }) => counts)
    .map(({ key, value, source }) => ({ key, value, source }))
  const lines = [
    ...settings.map(({ name, value, source }) => `${name} = ${String(value)} (${source})`),
    ...rules.map(({ action, rule, source }) => `${action} ${rule} (${source})`),
    ...lists.map(({ key, value, source }) => `${key}: ${value} (${source})`),
  ]
  const rest = 'What no rule covers is decided by what the command does; policy_check says how.'
  return outputOf([...lines, rest].join('\n'), { agent, settings, rules, lists })
}

const outputOf = (text: string, structured: object): ToolOutput => ({
  content: [{ type: 'text', text: visibleText(text, { newlines: 'keep' }) }],
  structured,
})

/** The tool with which a client asks the person for a standing grant; `proposeGrant` serves it. */
export const PROPOSE_GRANT = spec(
  'propose_grant',
  'Ask for a standing grant',
  'Asks the person to allow a command for good. They see what the grant would cover and which earlier questions it would have saved, and may limit or refuse it. Nothing runs, and without their answer nothing is granted.',
  { command: COMMAND },
  ['command'],
)

/** The command of a proposal; `null` where the input has another form. */
export function proposedCommand(input: unknown): string | null {
  if (!isObject(input) || Object.keys(input).length !== 1) return null
  const { command } = input
  return typeof command === 'string' && command !== '' ? command : null
}
