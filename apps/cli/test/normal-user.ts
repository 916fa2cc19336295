import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { onTestFinished } from 'vitest'
import { LAUNCHER, ranOf, type Ran } from './poundlock.ts'

/** Making users, mounts and foreign files takes root, which is what CI runs as. */
export const isRoot = process.getuid?.() === 0

/** A user that was made for a test, with a workspace of its own. */
export interface NormalUser {
  readonly uid: number
  readonly gid: number
  /** Open to everybody; holds `home` and `workspace`, which are the user's. */
  readonly root: string
  readonly home: string
  readonly workspace: string
  /** Runs the command as this user: with this environment and no other. */
  readonly run: (args: readonly string[], options?: UserRun) => Promise<Ran>
}

interface UserRun {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** In front of the command: another program that starts it. */
  readonly through?: readonly string[]
}

/** Makes a user with an account; gone when the tests of the file are over. */
export function makeUser(): { readonly uid: number; readonly gid: number; readonly name: string; remove(): void } {
  const name = `plt${process.pid}`
  // Not every root has the folders of the administrator on its PATH.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
  execFileSync('useradd', ['--no-create-home', '--home-dir', `/home/${name}`, '--shell', '/bin/sh', name], { env })
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { name, uid: id('-u'), gid: id('-g'), remove: () => execFileSync('userdel', [name], { stdio: 'ignore', env }) }
}

/** A home and a workspace for a user, gone when the test is over. */
export function openUserScene({ uid, gid }: { readonly uid: number; readonly gid: number }): NormalUser {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-user-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, uid, gid)
  }
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  const { node, launcher } = programsFor(identity, root)
  return {
    uid,
    gid,
    root,
    home,
    workspace,
    async run(args, { cwd = workspace, env = { HOME: home }, through = [] } = {}) {
      const path = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', NO_COLOR: '1' }
      return ranOf(
        await execa('setpriv', [...identity, ...through, node, launcher, ...args], {
          cwd,
          env: { ...path, ...env },
          extendEnv: false,
          stdin: 'ignore',
          reject: false,
          stripFinalNewline: false,
        }),
      )
    },
  }
}

/** The command and Node, copied where the user cannot reach them, as below root's own home. */
function programsFor(identity: readonly string[], root: string): { node: string; launcher: string } {
  const launcher = join(root, 'bin', 'poundlock.cjs')
  cpSync(dirname(LAUNCHER), dirname(launcher), { recursive: true })
  const reached = spawnSync('setpriv', [...identity, process.execPath, '--version'], { cwd: '/' }).status === 0
  if (reached) return { node: process.execPath, launcher }
  const node = join(root, 'bin', 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  return { node, launcher }
}
