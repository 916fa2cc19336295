import { expect, test } from 'vitest'
import { findCircles, listImports, packageGraph, readImportGraph, shortestCircle } from '../workspace/import-graph.ts'

const graphOf = (edges: Readonly<Record<string, string>>) =>
  new Map(Object.entries(edges).map(([node, targets]) => [node, new Set(targets.split(' ').filter(Boolean))]))

test('imports, re-exports, imports of types and import() are all found', () => {
  const text = `import './effects.ts'
import type { A } from './a.ts'
import {
  b,
  type B,
} from './b.ts'
export { c } from './c.ts'
export * from '@poundlock/d'
const e = await import('./e.ts')
let f: import('./f.ts').F
`
  expect(listImports(text)).toEqual(['./effects.ts', './a.ts', './b.ts', './c.ts', '@poundlock/d', './e.ts', './f.ts'])
})

test('comments and strings import nothing', () => {
  const text = `/**
 * import { a } from './a.ts'
 */
// import { b } from './b.ts'
export const text = 'hello'
export const from = (name: string) => name
`
  expect(listImports(text)).toEqual([])
})

test('files that reach one another are one circle, sorted, and others are none', () => {
  const graph = graphOf({ a: 'b', b: 'c d', c: 'a', d: 'e', e: '', f: 'f' })
  expect(findCircles(graph)).toEqual([['a', 'b', 'c'], ['f']])
})

test('two circles that share no node stay two', () => {
  expect(findCircles(graphOf({ a: 'b', b: 'a c', c: 'd', d: 'c' }))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('the shortest way round is shown', () => {
  expect(shortestCircle(graphOf({ a: 'b', b: 'c d', c: 'd', d: 'a' }), 'a')).toEqual(['a', 'b', 'd', 'a'])
})

test('imports between packages are found through their entries', () => {
  expect(packageGraph(readImportGraph()).get('packages/runtime')).toContain('packages/policy')
})
