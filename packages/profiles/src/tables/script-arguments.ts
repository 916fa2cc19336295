import type { GivenOperand, Invocation } from '../engine/invocation.ts'
import { knownPrefix, wordTarget } from '../model/word.ts'

/** What test runners, linters and bundlers take without it changing which code is run, or where. */
const HARMLESS_OPTION =
  /^(?:-[vqwusxDWAtkg]|-(?:run|skip|count|race|short|timeout|bench|benchtime|benchmem|failfast|parallel|cpu|cover|shuffle|tags)(?:=[\w.,:^$|/()*+-]*)?|--(?:help|version|fix|check|watch|run|verbose|silent|quiet|coverage|ci|bail|color|no-color|colors|json|debug|nocapture|ignored|include-ignored|exact|show-output|no-coverage|watch=false|watchAll=false|no-watch|runInBand|passWithNoTests|update|updateSnapshot|list|dry-run|strict|noEmit|skip-nx-cache|force|all|parallel|sequential|max-warnings(?:=\d+)?|max-failures|maxfail|maxWorkers=\d+|mode[= ]?\w*|reporter=\w+|bail=\d+|(?:testNamePattern|test-name-pattern|grep|filter|testPathPattern|t|k|port|shard|project|retries|test-threads|workers|timeout|testTimeout)(?:=.*)?))$/

/** Words that are passed on to code of the workspace: which code, they must not be able to change. */
export function handsOn(call: Invocation, operands: readonly GivenOperand[]): undefined {
  for (const { word } of operands) {
    const text = wordTarget(word)
    const prefix = text ?? knownPrefix(word)
    const outside = /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(prefix)
    const harmless = text !== null && (text.startsWith('-') ? HARMLESS_OPTION.test(text) : !outside)
    const inside = text === null && prefix !== '' && !prefix.startsWith('-') && !outside && !/\$|\.\.$/.test(prefix)
    if (!harmless && !inside) {
      call.executes(text, 'argument', 'passed on to code of the workspace')
    }
  }
}

/** The same for all operands from an index on. */
export function handsOnFrom(index: number) {
  return (call: Invocation): undefined => handsOn(call, call.operands.slice(index))
}
