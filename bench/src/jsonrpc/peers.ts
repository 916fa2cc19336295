import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = [
  '@modelcontextprotocol/sdk@1.32.2',
  '@modelcontextprotocol/client@2.4.0',
  '@modelcontextprotocol/server@2.4.0',
  'vscode-jsonrpc@10.0.0',
  'zod@4.6.7',
]

/** Where the peers are installed: nobody should have to install them who measures nothing. */
export const peersFolder = join(tmpdir(), 'poundlock-bench-jsonrpc')

export function installPeers(): void {
  if (existsSync(join(peersFolder, 'node_modules'))) return
  mkdirSync(peersFolder, { recursive: true })
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', peersFolder]
  const { status } = spawnSync('npm', [...args, ...PACKAGES], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the peers could not be installed')
}

/** A module of a peer; what is used of it is described where it is used. */
export const importPeer = <Module>(path: string): Promise<Module> =>
  import(join(peersFolder, 'node_modules', path)) as Promise<Module>
