import { parseShell, type Pipeline, type Redirection, type Script, type Span, type Word } from '@poundlock/shell'
import type { AnalyzedShell, ShellCommand } from '@poundlock/shell/analysis'
import { DiskBudget } from '../links/disk-budget.ts'
import { LookedRepositories } from '../repository/looked-repositories.ts'
import { keyOf, literalText, nodesOf, onlyPart, spanKey, type TreeNode } from './tree-nodes.ts'

/** Programs that hand their words to a command as words, so that no text is read again as a line. */
const STARTS_BY_WORDS: ReadonlySet<string> = new Set(
  'xargs find fd env command builtin exec nice nohup stdbuf setsid ionice timeout time'.split(' '),
)

/** Commands that only look, move or make folders. */
const ONLY_LOOKS: ReadonlySet<string> = new Set('cd mkdir ls pwd test [ echo printf true :'.split(' '))

/**
 * What the syntax tree says of a line, for those who know a command of it: read from the tree and from what the analysis
 * claims, never from the text, in which a quoted word looks like an operator.
 */
export class LineTree {
  /** The line as it was written. */
  readonly text: string
  readonly #tree: Script
  /** What the analysis claims. */
  readonly commands: readonly ShellCommand[]
  /** How much of the disk is still looked at for it. */
  readonly disk = new DiskBudget()
  /** What was looked at in repositories for it. */
  readonly repositories = new LookedRepositories(this.disk)
  readonly #firsts = new Map<CommandTest, number>()
  #nodes: readonly TreeNode[] | undefined
  #carried: { readonly nodes: readonly TreeNode[]; readonly isOpaque: boolean } | undefined
  #words: ReadonlyMap<string, Word> | undefined
  #places: ReadonlyMap<string, ShellCommand[]> | undefined
  #redirections: ReadonlyMap<string, Redirection> | undefined
  #sources: ReadonlyMap<string, Span> | undefined
  #written: number | undefined
  #unread: ReadonlySet<string> | undefined
  #substituted: readonly ShellCommand[] | undefined
  #repeats: boolean | undefined
  #readsData: boolean | undefined
  #reachesBack: number | undefined

  constructor(text: string, { tree, commands }: Pick<AnalyzedShell, 'tree' | 'commands'>) {
    this.text = text
    this.#tree = tree
    this.commands = commands
  }

  /** Nodes of the line itself; their places are places in its text. */
  get nodes(): readonly TreeNode[] {
    return (this.#nodes ??= nodesOf(this.#tree))
  }

  /** True where a text is run as a line that could not be read: anything may stand in it. */
  get hidesText(): boolean {
    return this.#carriedTexts().isOpaque
  }

  /** Whether commands run again, later or at once, so that where they stand says nothing of what ran before. */
  get repeats(): boolean {
    return (this.#repeats ??=
      this.#carriedTexts().nodes.length > 0 ||
      this.hidesText ||
      this.commands.some(({ name }) => name === 'trap') ||
      this.nodes.some((node) => REPEATING.has(node.type) || (node.type === 'statement' && node.background)))
  }

  /** Whether the line reads a file or a text of its own as input: names may come from there. A pipe is none. */
  get readsData(): boolean {
    const brings = (node: TreeNode) => node.type === 'redirection' && bringsData(node)
    return (this.#readsData ??= this.hidesText || this.nodes.some(brings) || this.#carriedTexts().nodes.some(brings))
  }

  /** The word that stands at a place of the text. */
  wordAt(span: Span): Word | null {
    this.#words ??= new Map(
      this.nodes.flatMap((node) => (node.type === 'word' ? [[spanKey(node.start, node.end), node] as const] : [])),
    )
    return this.#words.get(keyOf(span)) ?? null
  }

  /** The commands that stand at a place of the text: one, and those that it starts. */
  commandsAt(span: Span): readonly ShellCommand[] {
    this.#places ??= Map.groupBy(this.commands, (command) => keyOf(command.span))
    return this.#places.get(keyOf(span)) ?? []
  }

  /** The redirection that stands at a place of the text. */
  redirectionAt(span: Span): Redirection | null {
    this.#redirections ??= new Map(
      this.nodes.flatMap((node) =>
        node.type === 'redirection' ? [[spanKey(node.start, node.end), node] as const] : [],
      ),
    )
    return this.#redirections.get(keyOf(span)) ?? null
  }

  /** The command of which a command reads the output through a pipe of its own: `x | this`. */
  pipedInto({ span }: ShellCommand): ShellCommand | null {
    this.#sources ??= new Map(this.nodes.flatMap((node) => (node.type === 'pipeline' ? sourcesIn(node) : [])))
    const source = this.#sources.get(keyOf(span))
    return source === undefined ? null : (this.commandsAt(source)[0] ?? null)
  }

  /** Whether no program reads what the command at a place prints: no pipe, redirection or substitution leads on from it. */
  printsUnread(span: Span): boolean {
    this.#unread ??=
      this.hidesText || this.commands.some(({ name }) => name === 'exec' || name === 'trap')
        ? new Set<string>()
        : unreadIn(this.#tree)
    return this.#unread.has(keyOf(span))
  }

  /** Whether nothing that stands behind a place runs before it, feeds it, or makes it run again. */
  isLast([, end]: Span): boolean {
    if (this.hidesText || this.#carriedTexts().nodes.length > 0) return false
    if (this.commands.some(({ name }) => name === 'trap')) return false
    this.#reachesBack ??= this.nodes.reduce(
      (most, node) => (REPEATING.has(node.type) ? Infinity : feeds(node) ? Math.max(most, node.start) : most),
      -1,
    )
    return this.#reachesBack < end
  }

  /**
   * Whether a command that fits runs, or may run, before the one at a place. What fits is looked for once for each test, so
   * a test is a function that does not change.
   */
  runsBefore(span: Span, test: CommandTest): boolean {
    let first = this.#firsts.get(test)
    if (first === undefined) {
      first = Infinity
      for (const command of this.commands) if (command.span[0] < first && test(command)) [first] = command.span
      this.#firsts.set(test, first)
    }
    if (first < span[0] || (this.repeats && first < Infinity)) return true
    this.#substituted ??= this.commands.filter(isSubstituted)
    return this.#substituted.some((other) => other.span[0] >= span[0] && other.span[1] <= span[1] && test(other))
  }

  /** Whether something that runs before the command at a place could write a file, or remove one. */
  mayChangeBefore(span: Span): boolean {
    return this.repeats || this.#firstWrite() < span[0] || this.runsBefore(span, changesFiles)
  }

  #firstWrite(): number {
    return (this.#written ??= Math.min(
      ...this.nodes
        .flatMap((node) => (node.type === 'redirection' && node.operator.includes('>') ? [node.start] : []))
        .slice(0, 1),
    ))
  }

  #carriedTexts() {
    return (this.#carried ??= carriedIn(this.commands))
  }
}

/** What fits a command. */
export type CommandTest = (command: ShellCommand) => boolean

const changesFiles: CommandTest = ({ name }) => name === null || !ONLY_LOOKS.has(name)

/** Each command of a pipeline with the place of the one before it. */
const sourcesIn = ({ commands }: Pipeline): readonly (readonly [key: string, source: Span])[] =>
  commands.slice(1).map(({ start, end }, index) => {
    const before = commands[index]!
    return [spanKey(start, end), [before.start, before.end]]
  })

/** The places of the simple commands whose output reaches no other program. */
function unreadIn(tree: Script): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: unknown, isUnread: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) visit(one, isUnread)
      return
    }
    const node = value as TreeNode
    let unread = isUnread && !KEEPS_OUTPUT.has(node.type)
    if ('redirections' in node) unread &&= node.redirections.every(({ operator }) => !operator.includes('>'))
    if (node.type === 'simple' && unread) found.add(spanKey(node.start, node.end))
    if (node.type === 'pipeline') {
      for (const command of node.commands) visit(command, unread && command === node.commands.at(-1))
      return
    }
    for (const one of Object.values(node)) if (typeof one === 'object') visit(one, unread)
  }
  visit(tree, true)
  return found
}

/** Runs when its name does, or with its output kept. */
const KEEPS_OUTPUT: ReadonlySet<string> = new Set<TreeNode['type']>(['function', 'coprocess', 'command', 'process'])

/** It runs while the words of a command are put together, so before that command. */
const isSubstituted = ({ context }: ShellCommand) => context === 'substitution' || context === 'process-substitution'

const REPEATING: ReadonlySet<string> = new Set<TreeNode['type']>([
  'for',
  'select',
  'while',
  'until',
  'arithmetic-for',
  'function',
  'coprocess',
])

function carriedIn(commands: readonly ShellCommand[]) {
  const starters = new Set(commands.flatMap(({ wrappers }) => wrappers.filter((name) => !STARTS_BY_WORDS.has(name))))
  const nodes: TreeNode[] = []
  let isOpaque = false
  for (const { name, argv } of commands) {
    if (name === null || !starters.has(name.slice(name.lastIndexOf('/') + 1))) continue
    for (const word of argv.slice(1)) {
      if (word === null) isOpaque = true
      if (word === null || !/[\s;|&<>()`$]/.test(word)) continue
      const parsed = parseShell(word)
      if (parsed.ok) nodes.push(...nodesOf(parsed.tree))
      else isOpaque = true
    }
  }
  return { nodes, isOpaque }
}

/** What runs before the command that it stands in, or is its input, though its text may stand behind it. */
const feeds = (node: TreeNode): boolean =>
  FEEDING.has(node.type) || (node.type === 'redirection' && node.operator.startsWith('<'))

const FEEDING: ReadonlySet<string> = new Set<TreeNode['type']>(['command', 'process', 'subshell', 'group'])

/** What a process substitution writes is what a command of the line prints; `/dev/null` is empty. */
function bringsData({ operator, target }: Redirection): boolean {
  if (!operator.startsWith('<') || operator === '<&') return false
  return onlyPart(target)?.type !== 'process' && literalText(target) !== '/dev/null'
}
