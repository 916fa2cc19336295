import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObeyed, isObeyedPlace, namesIn } from '@poundlock/state-files/node'

/** A skill: a folder with a `SKILL.md`. */
export interface Skill {
  /** The name of its folder. */
  readonly name: string
  /** What it is for, from the head of `SKILL.md`: the model chooses by it. */
  readonly description: string
  /** Absolute path of its `SKILL.md`. */
  readonly file: string
  /** Its text, without front matter. */
  readonly instructions: string
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i
const MAX_BYTES = 256 * 1024
const MAX_SKILLS = 500

/**
 * The skills in trusted folders. Skills are left out that users other than this one and root could have changed, and
 * links to other places. A skill of an earlier folder hides one of the same name in a later one.
 */
export function readSkills(folders: readonly string[]): readonly Skill[] {
  const found = new Map<string, Skill>()
  for (const folder of folders) {
    if (!isTrusted(folder)) continue
    for (const name of namesIn(folder)) {
      if (!NAME.test(name) || found.has(name) || found.size >= MAX_SKILLS) continue
      const skill = readSkill(folder, name)
      if (skill !== null) found.set(name, skill)
    }
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

function readSkill(folder: string, name: string): Skill | null {
  const file = join(folder, name, 'SKILL.md')
  try {
    if (!lstatSync(dirname(file)).isDirectory() || !isObeyed(dirname(file), { sticky: false })) return null
    const entry = lstatSync(file)
    if (!entry.isFile() || entry.size > MAX_BYTES || !isObeyed(file)) return null
    const { fields, body } = splitFrontMatter(readFileSync(file, 'utf8'))
    return { name, description: fields.get('description') ?? '', file, instructions: body.trim() }
  } catch {
    return null
  }
}

/** The lines between `---` at the beginning, `key: value` each; of nested ones nothing is needed. */
function splitFrontMatter(text: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  if (!match) return { fields: new Map(), body: text }
  const fields = match[1]!.split(/\r?\n/).flatMap((line) => {
    const [, key, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    return key === undefined ? [] : [[key, value!.replace(/^(["'])(.*)\1$/, '$2')] as const]
  })
  return { fields: new Map(fields), body: text.slice(match[0].length) }
}

/** Only the user and root can change it, or replace it. */
function isTrusted(folder: string): boolean {
  try {
    return isObeyedPlace(realpathSync(folder))
  } catch {
    return false
  }
}
