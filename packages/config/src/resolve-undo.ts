import type { OrderedSource, Origin } from './config-source.ts'
import { CONFIG_DEFAULTS } from './defaults.ts'
import { fold } from './fold.ts'
import type { ConfigDocument } from './schema.ts'

/** What is kept so that changes can be taken back. */
export type UndoSettings = Required<NonNullable<ConfigDocument['undo']>>

/** Combines the settings of undo. A repository can only switch it on, and require it. */
export function resolveUndo(ordered: readonly OrderedSource[]): {
  readonly [Key in keyof UndoSettings]: Origin<UndoSettings[Key]>
} {
  const { undo } = CONFIG_DEFAULTS
  const pointer = (key: keyof UndoSettings) => `/undo/${key}`
  return {
    enabled: fold<boolean>(ordered, undo.enabled, pointer('enabled'), (d) => d.undo?.enabled, isSwitchedOn),
    required: fold<boolean>(ordered, undo.required, pointer('required'), (d) => d.undo?.required, isSwitchedOn),
    maxBytes: fold<number>(ordered, undo.maxBytes, pointer('maxBytes'), (d) => d.undo?.maxBytes, never),
    maxAge: fold<string>(ordered, undo.maxAge, pointer('maxAge'), (d) => d.undo?.maxAge, never),
    ignore: fold<string[]>(ordered, [...undo.ignore], pointer('ignore'), (d) => d.undo?.ignore, never),
  }
}

const isSwitchedOn = (_current: boolean, next: boolean) => next
const never = () => false
