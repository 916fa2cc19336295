import type { FileDenials } from '../model/request.ts'
import { deniedPath } from '../rules/files/denials.ts'
import type { CompiledRules } from './compile-rules.ts'

/** The files that rules deny or ask about, as absolute paths: for the sandbox, which sees what no gate does. */
export function fileDenials(rules: CompiledRules, workspace: string): FileDenials {
  const deny = { read: new Set<string>(), write: new Set<string>() }
  const ask = { read: new Set<string>(), write: new Set<string>() }
  const pathOf = (place: string) => deniedPath(place, rules.home, workspace)
  for (const access of ['read', 'write'] as const) {
    for (const { action, text } of rules.fileRules.of(access)) {
      if (action !== 'allow') (action === 'deny' ? deny : ask)[access].add(pathOf(text))
    }
  }
  for (const { action, name, place } of rules.effectRules) {
    if (action !== 'deny' || place === null) continue
    if (name === 'fs.read') deny.read.add(pathOf(place))
    if (name === 'fs.write') deny.write.add(pathOf(place))
  }
  for (const place of rules.protectedPaths) deny.write.add(pathOf(place))
  return { read: [...deny.read], write: [...deny.write], ask: { read: [...ask.read], write: [...ask.write] } }
}
