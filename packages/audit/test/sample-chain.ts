import { createHash } from 'node:crypto'
import { createChain, type DecisionData, type RunEndData, type RunStartData } from '../src/index.ts'

export const TIME = '2025-03-04T05:06:07.089Z'

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

export const DECISION: DecisionData = {
  callId: 'call-1',
  tool: 'exec',
  decision: 'ask',
  outcome: 'allowed',
  approval: { kind: 'person', by: 'ada', answer: 'allow-once', requestId: 'r1' },
  reasons: [{ code: 'NO_RULE', message: 'No rule allows it.' }],
  command: 'git push “origin” \u{1F680}',
}

export const RUN_START: RunStartData = {
  runId: 'run-1',
  callId: 'call-1',
  file: '/usr/bin/git',
  args: ['push', 'origin'],
  cwd: '/w',
  approvedBy: 'person:ada',
  sandbox: null,
}

export const RUN_END: RunEndData = { runId: 'run-1', callId: 'call-1', outcome: 'exited', exitCode: 0, signal: null }

/** Lines of a chain with so many runs, three records each. */
export function sampleLines(runs = 2): string[] {
  const chain = createChain({ hash })
  const lines: string[] = []
  for (let run = 0; run < runs; run++) {
    const callId = `call-${run}`
    lines.push(chain.append('decision', { ...DECISION, callId }, TIME).line)
    lines.push(chain.append('run-start', { ...RUN_START, callId }, TIME).line)
    lines.push(chain.append('run-end', { ...RUN_END, callId }, TIME).line)
  }
  return lines
}
