import { GatewayError } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import { brokenSelector, findNode, nodesWithLabels, SELECTOR_FORM, type NodeCandidate } from '../nodes/find-node.ts'

export type NodeSelection = { readonly nodes: string } | { readonly all: true }

/**
 * The nodes of a selection: those with some labels (`role=web,arch!=arm64`), or those that are named, with commas between
 * them. Every node is selected by `all` alone: a selection that only excludes, and excludes none, is refused.
 *
 * @throws GatewayError `NOT_FOUND` where none fits, `AMBIGUOUS` with the candidates, `INVALID_PARAMS` for broken labels
 */
export function selectNodes<Node extends NodeCandidate>(
  nodes: readonly Node[],
  selection: NodeSelection,
): readonly Node[] {
  const found =
    'all' in selection ? nodes : selection.nodes.includes('=') ? labelled(nodes, selection.nodes) : undefined
  const selected = found ?? named(nodes, (selection as { readonly nodes: string }).nodes)
  if (selected.length > 0) return selected
  const what = 'all' in selection ? 'no node is paired' : `no node fits ${JSON.stringify(visibleText(selection.nodes))}`
  throw new GatewayError(what, { code: 'NOT_FOUND', path: '/params/selection' })
}

function labelled<Node extends NodeCandidate>(nodes: readonly Node[], text: string): readonly Node[] {
  const broken = brokenSelector(text)
  if (broken !== null) {
    throw new GatewayError(visibleText(broken), {
      code: 'INVALID_PARAMS',
      path: '/params/selection',
      expected: SELECTOR_FORM,
    })
  }
  const found = nodesWithLabels(nodes, text)
  const onlyExcludes = text.split(',').every((part) => part.includes('!='))
  if (!onlyExcludes || found.length < nodes.length) return found
  throw new GatewayError(`${JSON.stringify(visibleText(text))} excludes no node; select all of them as such`, {
    code: 'NOT_FOUND',
    path: '/params/selection',
  })
}

function named<Node extends NodeCandidate>(nodes: readonly Node[], text: string): readonly Node[] {
  const found = text.split(',').map((name) => {
    const one = findNode(nodes, name)
    if (one.kind === 'node') return one.node
    throw new GatewayError(one.message, {
      code: one.isAmbiguous ? 'AMBIGUOUS' : 'NOT_FOUND',
      path: '/params/selection',
      details: { candidates: one.candidates },
    })
  })
  return [...new Set(found)]
}
