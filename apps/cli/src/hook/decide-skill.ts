import { strictest, visibleText, type Decision } from '@poundlock/spec'
import { findSkills, type SkillFolders } from './find-skills.ts'

/** The decision about a skill's content, besides the rules for skills. */
export interface SkillDecision {
  readonly decision: Decision
  readonly message: string
}

const MAX_COMMANDS = 20
const NAME_KEYS = ['skill', 'command']

/**
 * Decides about a skill by the commands that it would run. The agent calls no hook for commands that a skill runs when
 * it is launched, and does not ask about the tools that it allows: a person sees both before, or the policy has denied
 * them.
 *
 * @param input of the call that launches it
 * @param decideCommand decides about a command line as about any other
 */
export function decideSkill(
  input: Readonly<Record<string, unknown>>,
  folders: SkillFolders,
  decideCommand: (command: string) => Decision,
): SkillDecision {
  // Releases differ in the key.
  const [name, ...more] = new Set(NAME_KEYS.filter((key) => Object.hasOwn(input, key)).map((key) => input[key]))
  if (typeof name !== 'string' || name === '') return { decision: 'deny', message: 'the call names no skill' }
  if (more.length > 0) return { decision: 'deny', message: 'the call names two skills' }
  const shown = visibleText(name)
  const ask = (message: string): SkillDecision => ({ decision: 'ask', message: `the skill "${shown}" ${message}` })
  const found = findSkills(name, folders)
  if (found === null) return ask('lies among too many to look through')
  if (found.length === 0) return ask('is in no folder that poundlock knows, so that what it runs is not known')
  const commands = [...new Set(found.flatMap((skill) => skill.commands))]
  const lent = [...new Set(found.flatMap((skill) => skill.tools))]
  const doubts = [...new Set(found.flatMap((skill) => skill.doubts))]
  if (commands.length > MAX_COMMANDS) return ask(`runs more than ${MAX_COMMANDS} commands when it is launched`)
  const decisions = commands.map((command) =>
    // The agent puts the words of the call there, and quotes of the shell do not stop it.
    command.includes('$') ? strictest('ask', decideCommand(command)) : decideCommand(command),
  )
  const notices: string[] = []
  const named = commands.filter((_, index) => decisions[index] !== 'allow').map((text) => visibleText(text))
  if (named.length > 0) notices.push(`runs when it is launched: ${named.join('; ')}`)
  if (lent.length > 0)
    notices.push(`lets the agent use without asking: ${lent.map((text) => visibleText(text)).join(', ')}`)
  if (doubts.length > 0)
    notices.push(`says what poundlock does not judge: ${doubts.map((text) => visibleText(text)).join(', ')}`)
  if (notices.length === 0)
    return { decision: 'allow', message: `the skill "${shown}" runs nothing that is asked about` }
  return { ...ask(notices.join('; ')), decision: strictest('ask', ...decisions) }
}
