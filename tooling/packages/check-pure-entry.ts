import type { WorkspacePackage } from '../workspace/list-packages.ts'
import { bundlePureEntry, loadWithoutNode } from './bundle-pure-entry.ts'

/** A core package's root entry must load where there is no Node; says in sentences what stands in the way. */
export async function checkPureEntry({ entries, layer }: WorkspacePackage): Promise<readonly string[]> {
  const root = entries.find(({ subpath }) => subpath === '.')
  if (layer !== 'core' || !root) return []
  const { builtins, script } = await bundlePureEntry(root.script)
  if (builtins.length > 0) return builtins
  try {
    return loadWithoutNode(script).length > 0 ? [] : [`${root.specifier} exports nothing`]
  } catch (error) {
    return [`${root.specifier} does not load without Node: ${String(error)}`]
  }
}
