import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lstatOrNull, namesIn } from '@poundlock/state-files/node'
import { readSkillFile, type SkillFile } from './skill-file.ts'

/** Where the agent is, and where it looks for skills. */
export interface SkillFolders {
  readonly home: string
  readonly cwd: string
  readonly workspace: string
  /** `CLAUDE_CONFIG_DIR`, which stands for `~/.claude`. */
  readonly settings: string | undefined
}

export interface FoundSkill extends SkillFile {
  readonly file: string
}

const MAX_FILES = 2000
const MAX_DEPTH = 6
const MAX_BYTES = 256 * 1024

/** Every file that a name may mean, by the name of its folder or the one that it gives itself; `null` for too many. */
export function findSkills(
  name: string,
  { home, cwd, workspace, settings }: SkillFolders,
): readonly FoundSkill[] | null {
  const wanted = name.trim().replace(/^\//, '')
  const folders = new Set([
    ...(settings === undefined ? [] : [settings]),
    join(home, '.claude'),
    ...[...upward(cwd), ...upward(workspace)].map((folder) => join(folder, '.claude')),
  ])
  const found: FoundSkill[] = []
  let left = MAX_FILES
  const add = (file: string, called: string) => {
    if ((left -= 1) < 0) return
    const text = readSmall(file)
    if (text === null) return
    const skill = readSkillFile(text)
    if (called === wanted || skill.name === wanted) found.push({ ...skill, file })
  }
  for (const folder of folders) {
    for (const entry of namesIn(join(folder, 'skills'))) add(join(folder, 'skills', entry, 'SKILL.md'), entry)
    const visit = (root: string, before: readonly string[]) => {
      for (const entry of namesIn(root)) {
        const path = join(root, entry)
        if (entry.endsWith('.md')) add(path, [...before, entry.slice(0, -3)].join(':'))
        else if (before.length < MAX_DEPTH && lstatOrNull(path)?.isDirectory() === true) visit(path, [...before, entry])
      }
    }
    visit(join(folder, 'commands'), [])
  }
  return left < 0 ? null : found
}

function* upward(folder: string): Generator<string> {
  for (let root = folder; ; root = dirname(root)) {
    yield root
    if (root === dirname(root)) return
  }
}

/** A file that is too long, or cannot be read, counts as one with a doubt. */
function readSmall(file: string): string | null {
  try {
    const { size } = statSync(file)
    return statSync(file).isFile() && size <= MAX_BYTES ? readFileSync(file, 'utf8') : '---\n?\n---\n'
  } catch {
    return null
  }
}
