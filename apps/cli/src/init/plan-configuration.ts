import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig, readValue, setValue, UneditableText } from '@poundlock/config'
import { makeStateFolder, readOwnFile, stateFolder } from '@poundlock/local-host'
import { EGRESS_PRESETS } from '@poundlock/spec'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { editPolicy } from '../policy-import/edit-policy.ts'
import { UsageError } from '../usage-error.ts'
import type { PlannedFile } from './integrations.ts'

export type PresetName = keyof typeof EGRESS_PRESETS
export const PRESETS = Object.keys(EGRESS_PRESETS) as readonly PresetName[]

/** Files that say which registries a project needs. */
const SIGNS: readonly (readonly [file: string, preset: PresetName])[] = [
  ['package.json', 'npm'],
  ['pyproject.toml', 'pypi'],
  ['requirements.txt', 'pypi'],
  ['Cargo.toml', 'crates'],
  ['go.mod', 'go'],
]

/** The ecosystems of a workspace. */
export const detectPresets = (workspace: string): readonly PresetName[] => [
  ...new Set(SIGNS.flatMap(([file, preset]) => (existsSync(join(workspace, file)) ? [preset] : []))),
]

/**
 * Plans the user's `poundlock.json` with the registries that commands may reach. Other hosts are asked about, and refused
 * where no person can be asked. What is set there stays: an open network is not closed, and one that is off reaches the
 * registries alone.
 *
 * @throws UsageError, ConfigError where the present file is broken
 */
export function planConfiguration(presets: readonly PresetName[]): PlannedFile {
  const file = join(stateFolder(), 'poundlock.json')
  const before = readOwnFile(file, { vouchedFor: false })
  let after = before === null || before.trim() === '' ? FIRST : before
  try {
    if (presets.length > 0) {
      const network = readValue(after, ['sandbox', 'network'])
      const wanted = network === undefined ? 'ask' : network === 'off' ? 'allowlist' : network
      if (wanted !== network) after = setValue(after, ['sandbox', 'network'], wanted)
      after = editPolicy(
        after,
        network === 'on' ? [] : presets.map((preset) => ({ key: 'sandbox.egress', add: `preset:${preset}` })),
      )
    }
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error
    throw new UsageError(`${file}: ${error.message}`, { remedy: 'Mend the file first; nothing was written.' })
  }
  parseConfig(after, file)
  const ended = after.endsWith('\n') ? after : `${after}\n`
  return {
    file,
    before,
    after: after === before ? before : ended,
    note: null,
    apply() {
      makeStateFolder(stateFolder())
      replaceOwnFile(file, ended)
    },
  }
}

/** What a new file says. Everything else is the default. */
const FIRST = `{
  // Every key: poundlock policy schema. What holds now: poundlock policy show.
  "mode": "workspace-write"
}
`
