import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workspaceRoot } from './list-packages.ts'

/** Node → the nodes it imports. Files are relative to the root of the workspace. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

// A comment is matched first, so that an example inside one is no import. A statement begins its line, as oxfmt writes it.
const IMPORT =
  /\/\*[\s\S]*?\*\/|^\s*\/\/.*|^(?:import|export)\b[^'"`;=()]*?(?:from )?'(?<static>[^']+)'|\bimport\(\s*'(?<dynamic>[^']+)'/gmu

/** What a source file imports and re-exports: types and `import()` too. */
export function listImports(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => groups['static'] ?? groups['dynamic'] ?? [])
}

/** The imports between all source files of packages and apps, across packages too. */
export function readImportGraph(root: string = workspaceRoot): ImportGraph {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  const entries = readEntries(root)
  return new Map(
    files.map((file) => {
      const targets = listImports(readFileSync(join(root, file), 'utf8')).flatMap((specifier) =>
        specifier.startsWith('.') ? join(dirname(file), specifier) : (entries.get(specifier) ?? []),
      )
      return [file, new Set(targets)]
    }),
  )
}

/** The imports between packages that the imports between their files come to. */
export function packageGraph(files: ImportGraph): ImportGraph {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const name = packageOf(file)
    const imported = graph.get(name) ?? new Set()
    graph.set(name, imported)
    for (const target of targets) if (packageOf(target) !== name) imported.add(packageOf(target))
  }
  return graph
}

/** `packages/policy` for a file in it. */
export const packageOf = (file: string): string => file.split('/', 2).join('/')

/**
 * The groups of nodes in which each reaches every other, sorted: Tarjan's strongly connected components with more than
 * one node, or with a node that imports itself.
 */
export function findCircles(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    lowest.set(node, index)
    stack.push(node)
    for (const target of graph.get(node) ?? []) {
      const reached = order.has(target) ? (stack.includes(target) ? order.get(target)! : index) : visit(target)
      lowest.set(node, Math.min(lowest.get(node)!, reached))
    }
    if (lowest.get(node) === index) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1 || graph.get(node)?.has(node)) circles.push(group.toSorted())
    }
    return lowest.get(node)!
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles.toSorted(([a = ''], [b = '']) => a.localeCompare(b))
}

/** The shortest way from a node of a circle back to itself. */
export function shortestCircle(graph: ImportGraph, start: string): readonly string[] {
  let paths: readonly (readonly string[])[] = [[start]]
  const visited = new Set<string>()
  while (paths.length > 0) {
    const next: (readonly string[])[] = []
    for (const path of paths) {
      for (const target of graph.get(path.at(-1)!) ?? []) {
        if (target === start) return [...path, start]
        if (visited.has(target)) continue
        visited.add(target)
        next.push([...path, target])
      }
    }
    paths = next
  }
  return []
}

/** What an importer writes → the source file behind it. */
export function readEntries(root: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      readonly name: string
      readonly exports?: Readonly<Record<string, string | { readonly '@poundlock/source'?: string }>>
    }
    for (const [subpath, target] of Object.entries(manifest.exports ?? {})) {
      const source = typeof target === 'string' ? target : target['@poundlock/source']
      if (source?.endsWith('.ts')) entries.set(`${manifest.name}${subpath.slice(1)}`, join(dirname(file), source))
    }
  }
  return entries
}
