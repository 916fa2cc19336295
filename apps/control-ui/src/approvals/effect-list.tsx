import { ForeignText } from '../text/command-text.tsx'
import type { ApprovalView } from './approval.ts'

type Effect = NonNullable<ApprovalView['effects']>[number]

/** What each kind of effect does, before what it does it to; and what is said where that is only known later. */
const SENTENCES: Readonly<Record<string, readonly [verb: string, unknown: string]>> = {
  'file-read': ['reads', 'reads files that are only known when it runs'],
  'file-write': ['writes', 'writes files that are only known when it runs'],
  'file-delete': ['deletes', 'deletes files that are only known when it runs'],
  execute: ['runs', 'runs programs that are only known when it runs'],
  network: ['sends to', 'can use the network'],
  environment: ['changes the environment:', 'changes the environment'],
  process: ['starts or ends processes:', 'starts or ends processes'],
  privilege: ['takes more rights:', 'takes more rights'],
}
/** The order of weight: what is hardest to undo comes first. */
const ORDER = ['file-delete', 'privilege', 'network', 'execute', 'file-write', 'process', 'environment', 'file-read']
const FIRST = 8

/** What a call would do, a plain sentence each. */
export function EffectList({ effects, cwd }: { readonly effects: readonly Effect[]; readonly cwd: string }) {
  const sorted = effects.toSorted((a, b) => weightOf(a) - weightOf(b))
  const [first, others] = [sorted.slice(0, FIRST), sorted.slice(FIRST)]
  return (
    <div class="effects">
      <ul aria-label="What it does">{first.map((effect) => sentenceOf(effect, cwd))}</ul>
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <ul aria-label="What else it does">{others.map((effect) => sentenceOf(effect, cwd))}</ul>
        </details>
      )}
    </div>
  )
}

function weightOf({ kind, unknown }: Effect): number {
  const at = ORDER.indexOf(kind)
  return unknown === true ? -1 : at === -1 ? ORDER.length : at
}

function sentenceOf({ kind, path, unknown }: Effect, cwd: string) {
  const key = `${kind} ${path} ${unknown}`
  if (kind === 'more') return <li key={key}>and {path} more</li>
  const [verb, open] = Object.hasOwn(SENTENCES, kind) ? SENTENCES[kind]! : [kind, kind]
  return (
    <li key={key} class={`effect-${kind}`}>
      <ForeignText text={path === null ? open : verb} /> {path !== null && <ForeignText text={relativeTo(path, cwd)} />}
      {unknown === true && <strong>; nothing is known of what that does</strong>}
    </li>
  )
}

const relativeTo = (path: string, folder: string): string =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path === folder ? 'this folder' : path
