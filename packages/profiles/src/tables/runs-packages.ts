import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME } from '../engine/usual-effects.ts'
import { knownText, type ProfileWord } from '../model/word.ts'

/** Runs a program of the workspace's dependencies, or fetches it. */
export function runsPackage(call: Invocation, skip = 0): ProfileRefusal | undefined {
  const words: readonly ProfileWord[] = call.operands.slice(skip).map(({ word }) => word)
  const name = words.length === 0 ? null : knownText(words[0] as ProfileWord)
  if (words.length === 0) {
    // Bare, it starts a shell, which takes commands from its input. npm-exec(1)
    if (!call.has('--help --version -h -v')) {
      call.executes('sh', 'argument')
      call.readsStdinAsCode = true
    }
    return undefined
  }
  if (name === null) return { code: 'DYNAMIC_ARGUMENT', message: 'a package that is only known at run time' }
  const here = call.has('--no-install --no') && !call.has('-y --yes -p --package')
  if (/^[a-z][\w.-]*$/i.test(name) && !call.has('-y --yes -p --package')) {
    call.executes(name, 'workspace', here ? 'installed' : 'fetched when it is not installed')
  } else {
    call.effects.push(CONTACTS_SOME, { kind: 'execute', target: name, origin: 'download' })
  }
  call.runs.push([name.replace(/(?<=.)@[^/]*$/, ''), ...words.slice(1)])
  return undefined
}

/** npx(1), and bunx, which reads the same. */
export const npx: CommandTable = {
  source: 'npx(1)',
  style: 'exact-posix',
  options: [
    helpAndVersion,
    flags(
      '-h -v -q --quiet -y --yes --no --no-install --prefer-offline --offline --ignore-existing --silent -s --workspaces --include-workspace-root',
      'flag',
    ),
    values('-w --workspace', 'flag'),
    values('-p --package', 'flag'),
    unevaluatedValues`-c --call --shell --node-options --node-arg -n --prefix --registry --userconfig --cache --script-shell`,
  ],
  ownOperands: true,
  refine: (call) => runsPackage(call),
}
