import type { GitArea } from '../model/git-area.ts'
import { isPlainAddress } from './git-address.ts'
import type { GitSetting } from './parse-git-config.ts'
import type { SettingRow } from './setting-row.ts'
import { SETTINGS_THAT_ACT } from './settings-that-act.ts'
import { SETTINGS_THAT_DESCRIBE } from './settings-that-describe.ts'

/** What a setting of git may do. */
export type SettingMeaning =
  /** It runs nothing, reads and writes no file of its choice, and contacts no host. */
  | { readonly kind: 'describes' }
  /** It may, in commands that do one of these. */
  | { readonly kind: 'acts'; readonly areas: readonly GitArea[] }
  /** No row has it, so any command may obey it. */
  | { readonly kind: 'unknown' }

const DESCRIBES: SettingMeaning = { kind: 'describes' }
const UNKNOWN: SettingMeaning = { kind: 'unknown' }

let table: ReadonlyMap<string, readonly SettingRow[]> | null = null

function tableOfRows(): ReadonlyMap<string, readonly SettingRow[]> {
  const rows = new Map<string, SettingRow[]>()
  for (const row of [...SETTINGS_THAT_ACT, ...SETTINGS_THAT_DESCRIBE]) {
    for (const key of row.keys.split(' ')) {
      const pattern = patternOf(key)
      rows.set(pattern, [...(rows.get(pattern) ?? []), row])
    }
  }
  return rows
}

/** Where there are rows for the name, those for every name of the section do not count. */
function rowsOf({ section, subsection, name }: GitSetting): readonly SettingRow[] {
  table ??= tableOfRows()
  const middles = subsection === null ? [''] : [subsection.toLowerCase(), '*']
  for (const last of [name, '*']) {
    for (const middle of middles) {
      const found = table.get([section, middle, last].join('\n'))
      if (found !== undefined) return found
    }
  }
  return []
}

function patternOf(key: string): string {
  const parts = key.toLowerCase().split('.')
  return [parts[0], parts.slice(1, -1).join('.'), parts.at(-1)].join('\n')
}

/**
 * What a setting may make git do.
 *
 * @param given in a file of the repository, or as an option of a command (`git -c`), which may want to work on another
 * repository than the one that is there
 */
export function meaningOfSetting(setting: GitSetting, given: 'file' | 'option' = 'file'): SettingMeaning {
  const rows = rowsOf(setting)
  if (rows.length === 0) return UNKNOWN
  const { subsection } = setting
  const value = setting.value ?? 'true'
  for (const { does, fine, usual, within } of rows) {
    if (within !== undefined && !within.test(subsection ?? '')) continue
    if (does === 'describes' || fine?.test(value) === true) return DESCRIBES
    if (given === 'option') continue
    if (does === 'describes-repository' || usual?.test(value) === true) return DESCRIBES
    // What stands in the place of an address is one.
    const address = setting.section === 'url' ? subsection : value
    if (does === 'addresses' && isPlainAddress(address ?? '')) return DESCRIBES
  }
  return { kind: 'acts', areas: rows.flatMap(({ areas = [] }) => areas) }
}

/** The setting of `git -c key=value`; a key alone means true. `null` of what is no setting. */
function settingOfOption(text: string): GitSetting | null {
  const equals = text.indexOf('=')
  const key = equals < 0 ? text : text.slice(0, equals)
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  if (first < 0) return null
  return {
    section: key.slice(0, first).toLowerCase(),
    subsection: first === last ? null : key.slice(first + 1, last),
    name: key.slice(last + 1).toLowerCase(),
    value: equals < 0 ? null : text.slice(equals + 1),
  }
}

/** May `git -c setting` be given without a thought? */
export function isHarmlessSetting(text: string): boolean {
  const setting = settingOfOption(text)
  return setting !== null && meaningOfSetting(setting, 'option').kind === 'describes'
}
