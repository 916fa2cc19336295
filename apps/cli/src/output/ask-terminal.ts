import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { AskForApproval } from '@poundlock/runtime'
import { decisionText } from './print-decision.ts'

/**
 * Asks whoever sits at the terminal, with the command as it will run. Only a plain yes allows; everything else, also
 * the end of the input, refuses. `undefined` where there is no terminal.
 */
export function terminalApproval(): AskForApproval | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async (request) => {
    process.stderr.write(`${decisionText(request.command, request.decision, process.stderr)}\n  in ${request.cwd}\n`)
    const reader = createInterface({ input: process.stdin, output: process.stderr })
    const closed = new Promise<string>((resolve) => {
      reader.once('close', () => resolve(''))
      reader.once('SIGINT', () => resolve(''))
    })
    try {
      const answer = await Promise.race([reader.question('Run it once? [y/N] '), closed])
      const yes = /^y(?:es)?$/i.test(answer.trim())
      return { answer: yes ? 'allow-once' : 'deny', by: `terminal:${userInfo().username}` }
    } finally {
      reader.close()
    }
  }
}
