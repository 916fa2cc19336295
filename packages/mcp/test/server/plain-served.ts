import type { McpServed, ServedCall } from '../../src/index.ts'

/** A few tools that show how a call came and went. */
export function plainServed(more: Partial<McpServed> = {}) {
  const calls: ServedCall[] = []
  const served: McpServed = {
    info: { name: 'plain', version: '1' },
    tools: () => [
      { name: 'echo', description: 'answers with its input', inputSchema: { type: 'object' } },
      { name: 'waits', description: 'waits until it is given up', inputSchema: { type: 'object' } },
      { name: 'asks', description: 'asks the person', inputSchema: { type: 'object' } },
    ],
    async call(call) {
      calls.push(call)
      const said = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: false })
      if (call.name === 'waits') {
        call.onProgress('waiting')
        await new Promise<void>((resolve) => {
          if (call.signal.aborted) resolve()
          call.signal.addEventListener('abort', () => resolve(), { once: true })
        })
        return said('given up')
      }
      if (call.name === 'asks') {
        if (call.ask === null) return said('nobody')
        const question = { message: 'Really?', title: 'Decision', choices: ['no', 'yes'] as const }
        const answer = await call.ask({ ...question, choices: ['no', 'yes'] }, call.signal)
        return said(answer.kind === 'chosen' ? answer.choice : answer.kind)
      }
      return said(JSON.stringify(call.input))
    },
    ...more,
  }
  return { served, calls }
}
