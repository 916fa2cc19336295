import type { RealAgent } from '../real-agents.ts'

/** What the model was told of one of its calls. */
export interface CallResult {
  /** False where the gate of the agent, its hook or its person stopped it; a call that ran and failed did run. */
  readonly ran: boolean
  readonly text: string
}

type Body = Readonly<Record<string, any>>

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const STOPPED: Readonly<Record<RealAgent, RegExp>> = {
  'claude-code': /the person says no|hook|denied|permission|No such tool/i,
  codex: /blocked by PreToolUse hook|rejected|requires approval|unsupported call|unavailable in Default mode/,
  gemini: /Tool execution (?:blocked|denied)|not found\. Did you mean|Path not in workspace/,
}

/** The results of the calls, in their order, out of what an agent sent its model. */
export function readResults(agent: RealAgent, requests: readonly unknown[]): readonly (CallResult | undefined)[] {
  const results: CallResult[] = []
  const add = (id: string | undefined, failed: boolean, text: string) => {
    const at = id === undefined ? results.length : Number(/\d+$/.exec(id)![0]) - 1
    results[at] = { ran: !(failed && STOPPED[agent].test(text)), text }
  }
  const all = requests as readonly Body[]
  if (agent === 'claude-code') {
    const blocks = all.flatMap(({ messages }) => messages.flatMap((message: Body) => message['content']))
    for (const block of blocks) {
      if (block.type === 'tool_result') add(block.tool_use_id, block.is_error === true, plain(block.content))
    }
  } else if (agent === 'codex') {
    for (const item of all.at(-1)?.['input'] ?? []) {
      if (item.type.endsWith('_output')) add(item.call_id, true, plain(item.output))
    }
  } else {
    const parts = (all.at(-1)?.['contents'] ?? []).flatMap((content: Body) => content['parts'] ?? [])
    for (const { functionResponse } of parts) {
      if (functionResponse) {
        const { error, output } = functionResponse.response
        add(undefined, error !== undefined, plain(error ?? output))
      }
    }
  }
  return results
}
