import { readFileSync } from 'node:fs'
import { openGemini, type Judge } from './peers.ts'

interface Row {
  readonly id: string
  readonly must: 'allow' | 'ask' | 'deny'
  readonly class: string
  readonly command?: string
  readonly setup?: string
  readonly env?: object
  readonly prior?: object
  readonly policy: { readonly allow?: readonly unknown[]; readonly deny?: readonly string[]; readonly mode: string }
}

/** How often a judge was wrong. */
export interface Errors {
  readonly judge: string
  readonly wronglyAllowed: number
  readonly ofForbidden: number
  readonly needlesslyAsked: number
  readonly ofHarmless: number
}

const CORPUS = '../../../apps/cli/test/corpus/'
const read = (name: string) => readFileSync(new URL(CORPUS + name, import.meta.url), 'utf8')
const lines = <Item>(name: string) =>
  read(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Item)

/** Rows whose answer lies in the command and in rules by prefix alone, which every one of the judges has. */
function comparableRows(): readonly Row[] {
  const policies = JSON.parse(read('held-out-policies.json')) as Record<string, Row['policy']>
  const named = [
    ...lines<Omit<Row, 'policy'> & { policy: string }>('held-out.jsonl'),
    ...lines<Omit<Row, 'policy'> & { policy: string }>('blind.jsonl'),
  ]
  const rows: readonly Row[] = [
    ...lines<Row>('decisions.jsonl'),
    ...named.map((row) => ({ ...row, policy: policies[row.policy]! })),
  ]
  return rows.filter(({ command, setup, env, prior, policy }) => {
    const { allow = [], deny, mode } = policy
    const byPrefix = allow.length > 0 && allow.every((rule) => typeof rule === 'string' && !/^[/~*]/.test(rule))
    return command !== undefined && !setup && !env && !prior && !deny && mode === 'workspace-write' && byPrefix
  })
}

/** Holds Poundlock and another judge against the same rows, under the same rules. */
export async function compareJudges(): Promise<readonly Errors[]> {
  const { decideRow } = (await import(new URL('../../../apps/cli/test/decide-row.ts', import.meta.url).href)) as {
    decideRow: (row: Row) => string
  }
  const rows = comparableRows()
  const others = new Map<string, Promise<Judge>>()
  const judgeOf = ({ allow }: Row['policy']) => {
    const key = JSON.stringify(allow)
    let judge = others.get(key)
    if (!judge) others.set(key, (judge = openGemini(allow as readonly string[])))
    return judge
  }
  const own: boolean[] = rows.map((row) => decideRow(row) === 'allow')
  const other: boolean[] = []
  for (const row of rows) other.push(await (await judgeOf(row.policy)).allows(row.command!))
  const count = (judge: string, allowed: readonly boolean[]): Errors => {
    const harmless = rows.filter(({ must }) => must === 'allow')
    return {
      judge,
      wronglyAllowed: rows.filter(({ must }, index) => must !== 'allow' && allowed[index]).length,
      ofForbidden: rows.length - harmless.length,
      needlesslyAsked: rows.filter(({ must }, index) => must === 'allow' && !allowed[index]).length,
      ofHarmless: harmless.length,
    }
  }
  return [count('Poundlock', own), count((await judgeOf(rows[0]!.policy)).name, other)]
}
