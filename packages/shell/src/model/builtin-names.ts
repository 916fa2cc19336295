import { isAmong } from '../syntax/word-list.ts'

/** From `enable -a` of bash 5.2. */
const NAMES =
  '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo ' +
  'enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf ' +
  'pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit ' +
  'umask unalias unset wait'

/** Does bash run the name itself? Such a name is never looked up in PATH. */
export function isBashBuiltin(name: string): boolean {
  return isAmong(NAMES, name)
}
