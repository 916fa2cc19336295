/** What nodes are chosen by. */
export interface NodeCandidate {
  readonly id: string
  readonly name: string
  /** Where its connection comes from, or came from last. */
  readonly address?: string
  readonly connected: boolean
  readonly labels: Readonly<Record<string, string>>
  /** An operator let it run commands, and it is not draining. */
  readonly canRun: boolean
}

export type NodeProblemCode = 'NODE_REFUSED' | 'NODE_OFFLINE'

export interface NodeProblem {
  readonly kind: 'problem'
  readonly code: NodeProblemCode
  /** True where several fit. */
  readonly isAmbiguous: boolean
  readonly message: string
  readonly candidates: readonly { readonly id: string; readonly name: string }[]
}

export interface NodeFound<Node extends NodeCandidate> {
  readonly kind: 'node'
  readonly node: Node
}

const LEAST_PREFIX = 6

/**
 * The node that a text means: exactly its id, else its name, else its address, else at least six characters that its id
 * begins with; or the one that has some labels (`role=build,arch!=arm64`). Several that fit are an error, also where one
 * alone is online: which one was meant is not for the network to say.
 */
export function findNode<Node extends NodeCandidate>(
  nodes: readonly Node[],
  query: string,
): NodeFound<Node> | NodeProblem {
  const text = query.trim()
  if (text === '') return problem('a node is required: the name is empty', nodes)
  const broken = text.includes('=') ? brokenSelector(text) : null
  if (broken !== null) return problem(broken, nodes)
  const found = text.includes('=') ? nodesWithLabels(nodes, text) : matching(nodes, text)
  const [only] = found
  if (found.length === 1) return { kind: 'node', node: only! }
  if (found.length === 0) return problem(`there is no node ${quoted(text)}; known: ${list(nodes)}`, nodes)
  return { ...problem(`the node ${quoted(text)} is ambiguous: it could be ${list(found)}`, found), isAmbiguous: true }
}

/** What a command is sent by. */
export interface NodeChoice {
  /** What the call names. */
  readonly wanted?: string
  /** What the configuration names, which restricts. */
  readonly bound?: string
}

/** The node that a command runs on: it has to be one, to be let run commands, and to be connected. */
export function chooseRunNode<Node extends NodeCandidate>(
  nodes: readonly Node[],
  { wanted, bound }: NodeChoice,
): NodeFound<Node> | NodeProblem {
  if (bound !== undefined) {
    const restricted = findNode(nodes, bound)
    if (restricted.kind === 'problem') return restricted
    const requested = wanted === undefined ? restricted : findNode(nodes, wanted)
    if (requested.kind === 'problem') return requested
    if (requested.node !== restricted.node) {
      const message = `the call asks for the node ${shown(requested.node)}; it is bound to ${shown(restricted.node)}`
      return problem(message, [restricted.node])
    }
    return ready(restricted.node, nodes)
  }
  if (wanted !== undefined) {
    const requested = findNode(nodes, wanted)
    return requested.kind === 'problem' ? requested : ready(requested.node, nodes)
  }
  const able = nodes.filter(({ canRun, connected }) => canRun && connected)
  const [only] = able
  if (able.length === 1) return { kind: 'node', node: only! }
  if (able.length > 1) {
    const message = `host is node, no node is named, and there are several: ${list(able)}. Name one, or set tools.exec.node`
    return { ...problem(message, able), isAmbiguous: true }
  }
  const message = nodes.length === 0 ? 'no node is paired' : 'no node is connected that may run commands'
  return { ...problem(`host is node, and ${message}`, nodes), code: 'NODE_OFFLINE' }
}

function ready<Node extends NodeCandidate>(node: Node, nodes: readonly Node[]): NodeFound<Node> | NodeProblem {
  if (!node.canRun) {
    const able = nodes.filter(({ canRun }) => canRun)
    return problem(`the node ${shown(node)} may not run commands; those that may: ${list(able)}`, able)
  }
  if (node.connected) return { kind: 'node', node }
  return { ...problem(`the node ${shown(node)} is not connected (no-responder)`, [node]), code: 'NODE_OFFLINE' }
}

function matching<Node extends NodeCandidate>(nodes: readonly Node[], text: string): readonly Node[] {
  const name = normalisedName(text)
  const ways: readonly ((node: Node) => boolean)[] = [
    ({ id }) => id === text,
    (node) => name !== '' && normalisedName(node.name) === name,
    ({ address }) => address === text,
    ({ id }) => text.length >= LEAST_PREFIX && id.startsWith(text),
  ]
  for (const way of ways) {
    const found = nodes.filter((node) => way(node))
    if (found.length > 0) return found
  }
  return []
}

/** Those that have all of the labels, and none of those that are excluded (`role=build,arch!=arm64`). */
export function nodesWithLabels<Node extends NodeCandidate>(nodes: readonly Node[], text: string): readonly Node[] {
  const wanted = text.split(',').map((part) => {
    const [, key = '', isNot = '', value = ''] = TERM.exec(part) ?? []
    return { key, value, isNot: isNot !== '' }
  })
  // What cannot be read selects nothing.
  if (wanted.some(({ key }) => key === '')) return []
  return nodes.filter(({ labels }) =>
    wanted.every(({ key, value, isNot }) => (Object.hasOwn(labels, key) && labels[key] === value) !== isNot),
  )
}

const TERM = /^\s*([^=!\s]+)\s*(!?)=\s*([^=!\s]+)\s*$/
/** What a selector of labels is made of. */
export const SELECTOR_FORM = 'key=value or key!=value, with commas between, such as role=web,arch!=arm64'

/** What is wrong with a selector of labels; `null` for one that can be read. */
export function brokenSelector(text: string): string | null {
  const part = text.split(',').find((one) => !TERM.test(one))
  if (part === undefined) return null
  return `the labels ${quoted(text)} cannot be read at ${quoted(part.trim())}: expected ${SELECTOR_FORM}`
}

/** As people mean it: capitals and punctuation make no difference. */
export const normalisedName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')

function problem(message: string, nodes: readonly NodeCandidate[]): NodeProblem {
  const candidates = nodes.map(({ id, name }) => ({ id, name }))
  return { kind: 'problem', code: 'NODE_REFUSED', isAmbiguous: false, message, candidates }
}

const shown = ({ id, name }: NodeCandidate) => `${name} (${id.slice(0, 12)})`
const list = (nodes: readonly NodeCandidate[]) =>
  nodes.length === 0 ? 'none' : nodes.map((node) => shown(node)).join(', ')
const quoted = (text: string) => JSON.stringify(text)
