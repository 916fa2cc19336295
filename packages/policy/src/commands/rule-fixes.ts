import type { CommandDecision, Fix } from '../decision.ts'
import type { CommandPlan } from '../request.ts'
import { HARMLESS_ENVIRONMENT, isListed } from './environment-names.ts'
import { runsOtherCode } from './programs.ts'

/**
 * A rule for each command that none covers: command and subcommand. Never for what runs other code, and never one that
 * would not help.
 */
export function suggestRuleFixes(commands: readonly CommandDecision[], plan: CommandPlan): readonly Fix[] {
  return commands.flatMap((command, index) => {
    const planned = plan.commands[index]
    if (command.name === null || command.rule !== null || !planned || runsOtherCode(command.name)) return []
    if (command.resolved === null && !planned.builtin) return []
    const set = planned.environment.filter((name) => !isListed(name, HARMLESS_ENVIRONMENT))
    if (set.length > 0) {
      return [
        { message: `leave out ${set.join(', ')}, or name it in tools.exec.environment`, key: 'tools.exec.environment' },
      ]
    }
    const name = command.name.includes('/') ? command.resolved : command.name
    if (name === null || runsOtherCode(name) || !/^[\w@%+,./:][\w@%+,./:-]*$/.test(name)) return []
    const [, second] = command.argv
    const rule =
      typeof second === 'string' && /^[a-z][a-z0-9-]*$/.test(second) && !name.includes('/') ? `${name} ${second}` : name
    return [{ message: `add "${rule}" to tools.exec.allow`, key: 'tools.exec.allow', value: rule }]
  })
}
