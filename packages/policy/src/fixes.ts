import { INTERPRETERS, programName, WRAPPERS } from './commands/programs.ts'
import type { CommandDecision, Fix, Reason } from './decision.ts'

/** The smallest changes that would allow what was not allowed; none where no change should be suggested. */
export function suggestFixes(reasons: readonly Reason[], commands: readonly CommandDecision[]): readonly Fix[] {
  const fixes: Fix[] = []
  const add = (fix: Fix) => {
    if (!fixes.some((known) => known.message === fix.message)) fixes.push(fix)
  }
  for (const reason of reasons) {
    for (const fix of fixesFor(reason, commands)) add(fix)
  }
  return fixes
}

function fixesFor(reason: Reason, commands: readonly CommandDecision[]): readonly Fix[] {
  switch (reason.code) {
    case 'RULE_DENY':
    case 'RULE_DENY_POSSIBLE':
    case 'RULE_ASK':
      return reason.rule === undefined
        ? []
        : [
            {
              message: `remove or narrow the rule "${reason.rule}" at ${reason.source ?? 'its source'}`,
              remove: reason.rule,
            },
          ]
    case 'HOST_MISS':
      return [
        ...ruleFixes(commands),
        {
          message: 'or run it contained, which needs no rule: --host sandbox',
          key: 'tools.exec.host',
          value: 'sandbox',
        },
      ]
    case 'HOST_DENY':
      return [
        { message: 'run it contained: --host sandbox', key: 'tools.exec.host', value: 'sandbox' },
        { message: 'or let this host run what allow rules cover', key: 'tools.exec.security', value: 'allowlist' },
      ]
    case 'HOST_ALWAYS':
      return [{ message: 'ask only for what no rule covers', key: 'tools.exec.ask', value: 'on-miss' }]
    case 'HOST_REFUSED':
      return [{ message: 'leave the host out of the call, or configure it', key: 'tools.exec.host' }]
    case 'MODE_ASK':
      return ruleFixes(commands)
    case 'MODE_DENY':
      return [{ message: 'raise the permission mode', key: 'mode', value: 'workspace-write' }]
    case 'REMOTE_CODE':
      return [{ message: 'download to a file, read it, then run that file as a command of its own' }]
    case 'COMMAND_REFUSED':
      return [
        { message: 'write the command more plainly: one construct at a time, without the part that is named above' },
      ]
    case 'COMMAND_UNRESOLVED':
      return [{ message: 'name the command itself instead of computing it' }]
    case 'EFFECT_OUTSIDE':
    case 'EFFECT_PROTECTED':
    case 'EFFECT_UNKNOWN':
      return [{ message: 'write to a plainly named file in the workspace' }]
    case 'ENVIRONMENT_REFUSED':
      return [{ message: 'name the variable among those that a call may set', key: 'tools.exec.environment' }]
    default:
      return []
  }
}

/** A rule for each command that none covers: command and subcommand. Never for what runs other code. */
function ruleFixes(commands: readonly CommandDecision[]): readonly Fix[] {
  return commands.flatMap((command) => {
    if (command.name === null || command.rule !== null) return []
    const program = programName(command.name)
    if (INTERPRETERS.has(program) || WRAPPERS.has(program)) return []
    const name = command.name.includes('/') ? command.resolved : command.name
    if (name === null || !/^[\w@%+,./:=-]+$/.test(name)) return []
    const [, second] = command.argv
    const rule =
      typeof second === 'string' && /^[a-z][a-z0-9-]*$/.test(second) && !name.includes('/') ? `${name} ${second}` : name
    return [{ message: `add "${rule}" to tools.exec.allow`, key: 'tools.exec.allow', value: rule }]
  })
}
