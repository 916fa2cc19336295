import { PoundlockError, quotedText } from '@poundlock/spec'
import { type SkillInput, SKILL_TOOL } from '@poundlock/spec/tools'
import { failedOutput, successOutput } from '../output/failed-output.ts'
import type { ToolHandler } from '../tool-handler.ts'
import { readSkills } from './skill-folders.ts'

/**
 * Serves `Skill`.
 *
 * @param folders absolute paths of trusted folders of skills, the first one first; looked up for each call
 */
export function createSkillHandler(folders: () => readonly string[]): ToolHandler<SkillInput> {
  return {
    spec: SKILL_TOOL,
    async run({ skill: name, args }) {
      const skills = readSkills(folders())
      const skill = skills.find((known) => known.name === name)
      if (!skill) {
        const known = skills.map((one) => one.name)
        return failedOutput(
          new PoundlockError(`there is no skill ${quotedText(name)}`, {
            code: 'SKILL_UNKNOWN',
            remedy: known.length === 0 ? 'None is installed.' : `Installed: ${known.join(', ')}.`,
          }),
        )
      }
      const { instructions, description, file } = skill
      const given = args === undefined ? '' : `\n\nArguments: ${args}`
      return successOutput(`${instructions}${given}`, {
        skill: name,
        description,
        file,
        ...(args !== undefined && { args }),
      })
    },
  }
}
