/** Agents whose settings can hold denials and questions. */
export const RULE_TARGETS = ['claude-code', 'codex', 'gemini', 'opencode'] as const
export type RuleTarget = (typeof RULE_TARGETS)[number]

/** A rule of ours that denies or asks. */
export interface ExportedRule {
  readonly action: 'ask' | 'deny'
  readonly subject:
    | { readonly kind: 'command'; readonly words: readonly string[] }
    | { readonly kind: 'path'; readonly access: 'read' | 'write'; readonly pattern: string }
    | { readonly kind: 'host'; readonly host: string }
  readonly reason?: string
}

export interface Exported {
  /** The settings, in the agent's own format. */
  readonly text: string
  /** What the agent has no words for. */
  readonly left: readonly { readonly rule: ExportedRule; readonly why: string }[]
}

/** Writes rules as another agent's settings. Each denies or asks there for no more than here. */
export function exportRules(target: RuleTarget, rules: readonly ExportedRule[]): Exported {
  switch (target) {
    case 'claude-code':
      return claudeCode(rules)
    case 'codex':
      return codex(rules)
    case 'gemini':
      return gemini(rules)
    case 'opencode':
      return opencode(rules)
  }
}

/** Writes those that have a form there, and keeps the others. */
function each<Text>(
  rules: readonly ExportedRule[],
  write: (rule: ExportedRule) => Text | null,
  why: string,
): { readonly written: readonly { rule: ExportedRule; text: Text }[]; readonly left: Exported['left'] } {
  const all = rules.map((rule) => ({ rule, text: write(rule) }))
  return {
    written: all.flatMap(({ rule, text }) => (text === null ? [] : [{ rule, text }])),
    left: all.flatMap(({ rule, text }) => (text === null ? [{ rule, why }] : [])),
  }
}

const hasWildcard = (words: readonly string[]) => words.some((word) => /[*?]/.test(word))

const json = (value: unknown) => JSON.stringify(value, null, 2)

function claudeCode(rules: readonly ExportedRule[]): Exported {
  const { written, left } = each(
    rules,
    ({ subject }) => {
      switch (subject.kind) {
        case 'command':
          return hasWildcard(subject.words) ? null : `Bash(${subject.words.join(' ')}:*)`
        case 'path':
          return `${subject.access === 'read' ? 'Read' : 'Edit'}(${gitignore(subject.pattern)})`
        case 'host':
          return `WebFetch(domain:${subject.host})`
      }
    },
    'there are no wildcards in the name of a program there',
  )
  const list = (action: string) => written.filter(({ rule }) => rule.action === action).map(({ text }) => text)
  return { text: json({ permissions: { ask: list('ask'), deny: list('deny') } }), left }
}

const gitignore = (pattern: string) =>
  pattern.startsWith('/') ? `/${pattern}` : /^~(?:\/|$)/.test(pattern) ? pattern : `./${pattern}`

function codex(rules: readonly ExportedRule[]): Exported {
  const { written, left } = each(
    rules,
    ({ subject, action, reason }) => {
      if (subject.kind !== 'command' || hasWildcard(subject.words)) return null
      const decision = action === 'deny' ? 'forbidden' : 'prompt'
      const why = reason === undefined ? '' : `, justification = ${JSON.stringify(reason)}`
      return `prefix_rule(pattern = ${JSON.stringify(subject.words)}, decision = "${decision}"${why})`
    },
    'its rules are about commands alone',
  )
  return { text: written.map(({ text }) => text).join('\n'), left }
}

/** Above the rules that Gemini CLI writes when a person says "always". */
const PRIORITY = 999

function gemini(rules: readonly ExportedRule[]): Exported {
  const { written, left } = each(
    rules,
    ({ subject, action }) =>
      subject.kind !== 'command' || hasWildcard(subject.words)
        ? null
        : [
            '[[rule]]',
            'toolName = "run_shell_command"',
            `commandPrefix = ${JSON.stringify(subject.words.join(' '))}`,
            `decision = "${action === 'deny' ? 'deny' : 'ask_user'}"`,
            `priority = ${action === 'deny' ? PRIORITY : PRIORITY - 1}`,
          ].join('\n'),
    'its rules on files are patterns on JSON, which cannot be written from paths',
  )
  return { text: written.map(({ text }) => text).join('\n\n'), left }
}

function opencode(rules: readonly ExportedRule[]): Exported {
  const permission: Record<string, Record<string, string>> = {}
  // The last entry that fits decides there: denials stand last.
  const sorted = rules.toSorted((one, other) => Number(one.action === 'deny') - Number(other.action === 'deny'))
  const { left } = each(
    sorted,
    ({ subject, action }) => {
      const [key, pattern]: readonly [string, string] =
        subject.kind === 'command'
          ? ['bash', `${subject.words.join(' ')} *`]
          : subject.kind === 'host'
            ? ['webfetch', `https://${subject.host}/*`]
            : [subject.access === 'read' ? 'read' : 'edit', subject.pattern]
      if (subject.kind === 'command' && hasWildcard(subject.words)) return null
      permission[key] = { ...permission[key], [pattern]: action }
      return pattern
    },
    'a wildcard in the name of a program would stand for blanks too there',
  )
  return { text: json({ permission }), left }
}
