/**
 * Finds circles of imports, type imports counted: between the files of the workspace, and between its packages.
 *
 *   node tooling/import-circles.ts
 */
import { findCircles, packageGraph, packageOf, readImportGraph, shortestCircle } from './workspace/import-graph.ts'

/** How many files of a package may still be in circles. A number is only ever lowered; the list ends empty. */
const KNOWN: Readonly<Record<string, number>> = {}

const files = readImportGraph()
const packages = packageGraph(files)
const fileCircles = findCircles(files)
const packageCircles = findCircles(packages)

const counts = new Map<string, number>()
for (const file of fileCircles.flat()) counts.set(packageOf(file), (counts.get(packageOf(file)) ?? 0) + 1)

let failed = false
for (const circle of fileCircles) {
  const name = packageOf(circle[0]!)
  if (counts.get(name)! <= (KNOWN[name] ?? 0)) continue
  failed = true
  console.error(`${circle.length} files in a circle of imports:\n  ${circle.join('\n  ')}`)
  console.error(`the shortest one:\n  ${shortestCircle(files, circle[0]!).join('\n  → ')}\n`)
}
for (const circle of packageCircles) {
  failed = true
  console.error(`packages in a circle of imports: ${shortestCircle(packages, circle[0]!).join(' → ')}\n`)
}
for (const [name, known] of Object.entries(KNOWN)) {
  const count = counts.get(name) ?? 0
  if (count < known) console.log(`${name}: ${count} files in circles; lower its number in tooling/import-circles.ts`)
}

if (failed) {
  console.error('Move what both sides need to a file of its own, which imports neither.')
  process.exitCode = 1
} else console.log(`imports: ${files.size} files, ${counts.size === 0 ? 'no circle' : 'no new circle'}`)
