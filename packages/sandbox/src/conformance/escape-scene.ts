import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the scene of the attempts is built. */
export interface EscapeSceneOptions {
  /** The owner of the workspace; the current user unless set. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** The targets of the attempts: a host with secrets, services and a process, and a workspace. */
export interface EscapeScene {
  /** Absolute path of the folder that commands may write to. */
  readonly workspace: string
  /** Replaces `$HOSTDIR` and its like. */
  fill(text: string): string
  /** Puts host and workspace back as they were. */
  reset(): void
  /** Removes the scene. */
  close(): Promise<void>
}

/** Makes the ground in a temporary folder. The secrets are made up; their texts are what the attempts look for. */
export async function prepareScene(options: EscapeSceneOptions = {}): Promise<EscapeScene> {
  const base = mkdtempSync(join(tmpdir(), 'poundlock-escape-'))
  const [host, workspace, system] = [join(base, 'host'), join(base, 'workspace'), join(base, 'system')]
  mkdirSync(system, { mode: 0o755 })
  const reset = (): void => {
    writeHost(host)
    writeWorkspace(workspace)
    if (options.owner !== undefined) giveAway(workspace, options.owner)
  }
  reset()
  // The owner of the workspace must be able to enter it.
  chmodSync(base, 0o755)
  const number = String(process.pid)
  const user = `poundlock-${number}`
  const v4 = await listen({ host: '0.0.0.0', port: 0 })
  const v6 = await listen({ host: '::1', port: 0 }).catch(() => v4)
  const named = await listen({ path: join(host, 'other/c.sock') })
  const abstract = await listen({ path: `\0sbx-canary-${user}` })
  const victim = spawn('sleep', ['100000'], {
    env: { SECRET: 'VICTIM-ENV', PATH: process.env['PATH'] },
    stdio: 'ignore',
  })
  await once(victim, 'spawn')
  const values: Readonly<Record<string, string>> = {
    $HOSTDIR: host,
    $SYSDIR: system,
    $VICTIM_PID: String(victim.pid),
    $HOSTIP: address(),
    $USER: user,
    $WS: workspace,
    $N: number,
    '18098': portOf(v4),
    '18097': portOf(v6),
  }
  return {
    workspace,
    fill: (text) => Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(name, value), text),
    reset,
    async close() {
      await stop(victim)
      for (const server of [v4, v6, named, abstract]) server.close()
      removeAll(base, ['-maxdepth', '0'])
    },
  }
}

function writeHost(host: string): void {
  for (const folder of ['other', 'home/.ssh', 'home/.aws']) mkdirSync(join(host, folder), { recursive: true })
  for (const name of readdirSync(join(host, 'other'))) {
    // The socket of the service stays: what an attempt made goes.
    if (name !== 'c.sock') rmSync(join(host, 'other', name), { recursive: true })
  }
  writeFileSync(join(host, 'other/file.txt'), 'plain\n')
  writeFileSync(join(host, 'home/.bashrc'), '# nothing\n')
  writeFileSync(join(host, 'home/.ssh/id_rsa'), 'SECRET-KEY\n')
  writeFileSync(join(host, 'home/.aws/credentials'), 'AWS-SECRET\n')
}

const GIT_FOLDERS = ['.git', '.git/hooks', '.git/objects', '.git/refs', '.git/refs/heads']
const GIT_FILES: Readonly<Record<string, string>> = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\trepositoryformatversion = 0\n',
  '.git/hooks/README': 'none yet\n',
}

/**
 * A repository as `git init` makes it, without git. Existing files are not replaced, so that a backend keeps its warm
 * state for the workspace over attempts, as it does for a person.
 */
function writeWorkspace(workspace: string): void {
  mkdirSync(workspace, { recursive: true })
  // Attempts may leave names that are no text, and paths that are longer than a call takes. Most leave nothing.
  if (readdirSync(workspace).some((name) => name !== '.git'))
    removeAll(workspace, ['-mindepth', '1', '-maxdepth', '1', '!', '-name', '.git'])
  for (const name of readdirSync(workspace, { recursive: true, encoding: 'utf8' })) {
    const path = join(workspace, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    const stays = GIT_FOLDERS.includes(name) ? stats?.isDirectory() : Object.hasOwn(GIT_FILES, name) && stats?.isFile()
    if (stays !== true) rmSync(path, { recursive: true, force: true })
  }
  for (const folder of GIT_FOLDERS) mkdirSync(join(workspace, folder), { recursive: true })
  for (const [name, text] of Object.entries(GIT_FILES)) writeFileSync(join(workspace, name), text)
}

function removeAll(folder: string, which: readonly string[]): void {
  spawnSync('find', [folder, ...which, '-exec', 'rm', '-rf', '--one-file-system', '--', '{}', '+'], { stdio: 'ignore' })
}

function giveAway(folder: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  chownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(join(folder, name), uid, gid)
}

function listen(where: { readonly host: string; readonly port: number } | { readonly path: string }): Promise<Server> {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'))
  server.listen(where)
  return once(server, 'listening').then(() => server)
}

const portOf = (server: Server): string => String((server.address() as AddressInfo).port)

/** An address of this machine that is not its loopback's, where it has one. */
function address(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1'
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
