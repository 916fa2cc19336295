import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Language, type Node, Parser } from 'web-tree-sitter'
import type { Peer } from './peer.ts'

/** Commands that Codex takes for harmless with any arguments. Source: openai/codex, `is_safe_command.rs`. */
const HARMLESS = new Set(
  'cat cd cut echo expr false grep head id ls nl paste pwd rev seq stat tail tr true uname uniq wc which whoami numfmt tac'.split(
    ' ',
  ),
)
const OF_FIND = new Set('-exec -execdir -ok -okdir -delete -fls -fprint -fprint0 -fprintf'.split(' '))

/** Node types of a script that Codex reads; any other makes it ask about the whole. Source: openai/codex, `bash.rs`. */
const READ = new Set(
  'program list pipeline command command_name word string string_content raw_string number concatenation'.split(' '),
)
const TOKENS = new Set(['&&', '||', ';', '|', '"', "'", ''])

/** How many commands are also given to `codex execpolicy check`, which must say the same of the rules. */
const CHECKED = 40

function isHarmless([name = '', ...words]: readonly string[]): boolean {
  const program = name.replace(/.*\//, '')
  if (HARMLESS.has(program)) return true
  if (program === 'base64') return !words.some((word) => /^(?:-o|--output(?:=|$))/.test(word))
  if (program === 'find') return !words.some((word) => OF_FIND.has(word))
  if (program === 'rg') {
    return !words.some((word) => /^(?:-z|--search-zip|--(?:pre|hostname-bin)(?:=.*)?)$/s.test(word))
  }
  return program === 'sed' && words.length <= 3 && words[0] === '-n' && /^(?:\d+,)?\d+p$/.test(words[1] ?? '')
}

/** The commands of a script of plain words, else `null`. */
function plainCommands(root: Node): readonly (readonly string[])[] | null {
  if (root.hasError) return null
  const commands: Node[] = []
  const nodes: Node[] = [root]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.isNamed ? !READ.has(node.type) : !TOKENS.has(node.type.trim())) return null
    if (node.type === 'command') commands.push(node)
    for (const child of node.children) if (child !== null) nodes.push(child)
  }
  return commands
    .toSorted((one, other) => one.startIndex - other.startIndex)
    .map(({ namedChildren }) => namedChildren.map((word) => textOf(word)))
}

function textOf(node: Node): string {
  if (node.type === 'string' || node.type === 'raw_string') return node.text.slice(1, -1)
  return node.type === 'concatenation' ? node.namedChildren.map((part) => textOf(part)).join('') : node.text
}

/**
 * Codex with `approval_policy = "untrusted"`: its list of harmless commands, and `prefix_rule`s. What it says of the
 * rules is compared with `codex execpolicy check`. `null` where Codex is not installed.
 */
export async function openCodex(): Promise<Peer | null> {
  const installed = new URL('../../../apps/cli/test/hook/agents/installed-agents.ts', import.meta.url).href
  const { installedProgram } = (await import(installed)) as { installedProgram: (agent: string) => string | null }
  const program = installedProgram('codex')
  if (program === null) return null
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))))
  return {
    name: 'Codex',
    async allows(lines, rules) {
      const prefixes = rules.map((rule) => rule.split(' '))
      const isRuled = (words: readonly string[]) =>
        prefixes.some((prefix) => prefix.every((word, at) => word === words[at]))
      const seen: (readonly string[])[] = []
      const allowed = lines.map(({ command }) => {
        const tree = parser.parse(command)!
        const commands = plainCommands(tree.rootNode)
        tree.delete()
        if (commands === null || commands.length === 0) return false
        seen.push(...commands)
        return commands.every((words) => isRuled(words) || isHarmless(words))
      })
      compareRules(program, rules, everyNth(seen, CHECKED), isRuled)
      return allowed
    },
  }
}

const everyNth = <Item>(list: readonly Item[], count: number) =>
  list.filter((_, at) => at % Math.max(1, Math.floor(list.length / count)) === 0)

/** @throws where Codex says something else of a command under the rules than is assumed here */
function compareRules(
  program: string,
  rules: readonly string[],
  commands: readonly (readonly string[])[],
  isRuled: (words: readonly string[]) => boolean,
): void {
  if (rules.length === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-quiet-'))
  const file = join(folder, 'default.rules')
  const text = rules.map((rule) => `prefix_rule(pattern = ${JSON.stringify(rule.split(' '))}, decision = "allow")\n`)
  writeFileSync(file, text.join(''))
  try {
    for (const words of commands) {
      const args = ['execpolicy', 'check', '--rules', file, '--', ...words]
      const { stdout } = spawnSync(program, args, { encoding: 'utf8' })
      const { decision } = JSON.parse(stdout) as { decision?: string }
      if ((decision === 'allow') !== isRuled(words)) throw new Error(`codex says ${decision} of ${words.join(' ')}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
