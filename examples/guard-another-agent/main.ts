/** Another agent framework: its tools are wrapped once, and none of them runs undecided. */
import assert from 'node:assert/strict'
// #region guard
import { type Policy, createPolicy, toolRequest, withFallback } from '@poundlock/policy'

/** What frameworks call a tool, more or less. */
interface Tool {
  readonly name: string
  readonly needs: 'read-only' | 'workspace-write' | 'danger-full-access'
  run(input: Record<string, unknown>): Promise<string>
}

/** The same tool, but that it decides first; what is refused comes back as text that the model can act on. */
function guard(tool: Tool, policy: Policy, provider: string): Tool {
  return {
    ...tool,
    async run(input) {
      const context = { cwd: '/w', workspace: '/w', home: '/home/me', interactive: false }
      const request = toolRequest({ tool: tool.name, input, provider, requiredPermission: tool.needs, context })
      const { decision, reasons } = withFallback(policy.decide(request))
      if (decision !== 'allow') return `refused: ${reasons.map(({ message }) => message).join('; ')}`
      return tool.run(input)
    },
  }
}
// #endregion

const ran: string[] = []
const make = (name: string, needs: Tool['needs']): Tool => ({
  name,
  needs,
  async run() {
    ran.push(name)
    return 'done'
  },
})
const tools = [
  make('search_tickets', 'read-only'),
  make('close_ticket', 'workspace-write'),
  make('refund', 'danger-full-access'),
]
const policy = createPolicy(
  { tools: { deny: ['mcp__*'], byProvider: { openai: { deny: ['close_ticket'] } } } },
  { home: '/home/me', tools },
)

async function call(name: string, provider: string): Promise<string> {
  const tool = tools.find((one) => one.name === name)!
  const answer = await guard(tool, policy, provider).run({ id: 7 })
  console.log(`${name} for ${provider}: ${answer}`)
  return answer
}

assert.equal(await call('search_tickets', 'anthropic'), 'done')
assert.equal(await call('close_ticket', 'anthropic'), 'done')
assert.match(await call('close_ticket', ' OpenAI '), /^refused: the tool "close_ticket" is denied/u)
assert.match(await call('refund', 'anthropic'), /^refused: .*no approver is available/u)
assert.deepEqual(ran, ['search_tickets', 'close_ticket'])
