import { isDeepStrictEqual } from 'node:util'
import { appendToList, readValue, setValue } from '@poundlock/config'
import { isObject, stricterAsk, stricterSecurity } from '@poundlock/spec'
import type { PolicyChange } from './foreign-line.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Makes changes in the text of a `poundlock.json`; comments stay. What stands there already is not added again, and a
 * stricter value stays.
 *
 * @throws UneditableText when the text is not a JSON object, or has something else where a list should be
 */
export function editPolicy(text: string, changes: readonly PolicyChange[]): string {
  let edited = text
  for (const change of changes) {
    if (change.agent === undefined) edited = editAt(edited, change)
  }
  const agents = [...new Set(changes.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  for (const id of agents) {
    edited = editAgent(
      edited,
      id,
      changes.filter(({ agent }) => agent === id),
    )
  }
  return edited
}

/** Changes one agent's entry, on its own and then as a whole. */
function editAgent(text: string, id: string, changes: readonly PolicyChange[]): string {
  const listed = readValue(text, ['agents', 'list'])
  const list: readonly unknown[] = Array.isArray(listed) ? listed : []
  const index = list.findIndex((one) => isObject(one) && one['id'] === id)
  const before = JSON.stringify(index < 0 ? { id } : list[index])
  const after = JSON.parse(changes.reduce(editAt, before)) as unknown
  if (index < 0) return appendToList(text, ['agents', 'list'], after)
  if (isDeepStrictEqual(after, list[index])) return text
  return setValue(text, ['agents', 'list'], list.with(index, after))
}

function editAt(text: string, change: PolicyChange): string {
  const path = change.key.split('.')
  if ('set' in change) return editValue(text, path, change.set)
  const ready = change.key === 'tools.exec.ask' ? withAskList(text) : text
  const listed = readValue(ready, path)
  const isThere = Array.isArray(listed) && listed.some((one) => isDeepStrictEqual(plain(one), plain(change.add)))
  return isThere ? ready : appendToList(ready, path, change.add)
}

/** A rule that is written as text and one with that command alone are the same. */
const plain = (rule: unknown) =>
  isObject(rule) && Object.keys(rule).length === 1 && 'command' in rule ? rule['command'] : rule

/** `tools.exec.ask` can be a setting, which then moves to `askMode`, to make room for a list. */
function withAskList(text: string): string {
  const exec = execOf(text)
  if (typeof exec['ask'] !== 'string') return text
  const moved = setValue(text, ['tools', 'exec', 'ask'], undefined)
  return setValue(moved, ['tools', 'exec', 'askMode'], exec['ask'])
}

const execOf = (text: string): Values => {
  const exec = readValue(text, ['tools', 'exec'])
  return isObject(exec) ? exec : {}
}

function editValue(text: string, path: readonly string[], wanted: string): string {
  const name = path.at(-1)!
  if (name === 'askMode') {
    const exec = execOf(text)
    const asList = Array.isArray(exec['ask'])
    const key = asList || exec['askMode'] !== undefined ? 'askMode' : 'ask'
    return setIfStricter(text, ['tools', 'exec', key], wanted, exec[key])
  }
  return setIfStricter(text, path, wanted, readValue(text, path))
}

function setIfStricter(text: string, path: readonly string[], wanted: string, present: unknown): string {
  const name = path.at(-1)!
  return present === undefined || isStricter(name, wanted, present) ? setValue(text, path, wanted) : text
}

function isStricter(name: string, wanted: string, present: unknown): boolean {
  if (wanted === present) return false
  switch (name) {
    case 'mode':
      return present !== 'prompt' && wanted === 'read-only'
    case 'ask':
    case 'askMode':
      return stricterAsk(wanted as 'off', present as 'off') === wanted
    default:
      return stricterSecurity(wanted as 'deny', present as 'deny') === wanted
  }
}
