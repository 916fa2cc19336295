import { INTERPRETERS, NETWORK_CLIENTS, programName } from '../commands/programs.ts'
import type { TraceStep } from '../decision.ts'
import type { CommandPlan, PlannedCommand } from '../request.ts'
import { answer } from './answer.ts'

/** Whether the line can be read, and whether it would run what the network sends. */
export function judgePlan(plan: CommandPlan, contained: boolean): readonly TraceStep[] {
  if (plan.refusal) {
    return [
      answer(
        'plan',
        'ask',
        'COMMAND_REFUSED',
        `the command line cannot be read with certainty: ${plan.refusal.message}`,
      ),
    ]
  }
  const steps: TraceStep[] = []
  if (!plan.complete || plan.commands.some((command) => command.name === null)) {
    const why = plan.unresolved.length === 0 ? 'a command is only known when the line runs' : plan.unresolved.join('; ')
    // Contained, it can do no more than any other command in there.
    steps.push(
      answer('plan', contained ? 'allow' : 'ask', 'COMMAND_UNRESOLVED', `not all is known before it runs: ${why}`),
    )
  } else steps.push(answer('plan', 'allow', 'COMMAND_RESOLVED', 'everything that the line runs is known'))
  const remote = remoteCode(plan)
  if (remote) {
    steps.push(
      answer(
        'plan',
        'ask',
        'REMOTE_CODE',
        `${remote.interpreter} would run what ${remote.client} fetches from the network, unseen`,
      ),
    )
  }
  return steps
}

/**
 * An interpreter on the same line as a network client, that reads its program from a pipe, from a word only known at
 * run time, or from a file that the line itself writes. A program that is spelt out (`node -e '…'`) is not remote.
 */
function remoteCode(plan: CommandPlan): { client: string; interpreter: string } | null {
  const client = plan.commands.find(
    (command) => command.name !== null && NETWORK_CLIENTS.has(programName(command.name)),
  )
  const opensSocket = plan.effects.some((effect) => effect.kind === 'network')
  if (!client && !opensSocket) return null
  const written = new Set(plan.effects.filter((effect) => effect.kind === 'file-write').map((effect) => effect.path))
  const interpreter = plan.commands.find(
    (command) =>
      command.name !== null && INTERPRETERS.has(programName(command.name)) && runsUnseenCode(command, written, plan),
  )
  const name = interpreter?.name ?? plan.commands.find((command) => runsText(command))?.name
  return name ? { client: client?.name ?? 'the line', interpreter: name } : null
}

/** Options after which an interpreter takes its program from the next word, or from within the same one. */
const INLINE_OPTION = /^(?:-[a-z]*[cer]|--eval|--print|-p|-pe|--command|-Command)$/i

function runsUnseenCode(command: PlannedCommand, written: ReadonlySet<string | null>, plan: CommandPlan): boolean {
  const words = command.argv.slice(1)
  if (words.includes(null)) return true
  const spelt = words.findIndex((word) => word !== null && INLINE_OPTION.test(word))
  if (spelt >= 0 && words[spelt + 1] !== undefined) return false
  const operand = words.find((word): word is string => word !== null && !word.startsWith('-'))
  // `-m json.tool`: a module of the interpreter's own, which reads the pipe as data.
  if (words.includes('-m') && operand !== undefined) return false
  if (operand === undefined) return command.readsPipe || !plan.complete
  if (words.includes('-s') && command.readsPipe) return true
  return [...written].some(
    (path) => path === null || path === operand || path.endsWith(`/${operand.replace(/^\.\//, '')}`),
  )
}

/** `eval "$(curl …)"`, `source <(curl …)`: the shell is the interpreter. */
function runsText(command: PlannedCommand): boolean {
  return command.name !== null && ['eval', 'source', '.'].includes(command.name) && command.argv.slice(1).includes(null)
}
