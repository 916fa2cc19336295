import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** A server of OpenSSH on a loopback port with keys of its own, and a connection to it that is kept. */
export interface SshServer {
  /** Runs a command over the kept connection, in a client of its own as people do. */
  run(command: string): { readonly code: number | null; readonly stdout: Buffer }
  /** The arguments of such a client. */
  readonly client: readonly string[]
  close(): void
}

/** @returns `null` where this machine has no OpenSSH server */
export async function openSshServer(folder: string): Promise<SshServer | null> {
  const program = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path))
  if (program === undefined) return null
  const at = (name: string) => join(folder, name)
  mkdirSync(folder, { mode: 0o700 })
  // Where the server gives up its rights; Debian makes it when the service starts.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  for (const name of ['host', 'user']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
  writeFileSync(at('authorized_keys'), readFileSync(at('user.pub')), { mode: 0o600 })
  const port = await freePort()
  const settings = {
    ListenAddress: `127.0.0.1:${port}`,
    HostKey: at('host'),
    AuthorizedKeysFile: at('authorized_keys'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    PermitRootLogin: 'prohibit-password',
    // Bash reads ~/.bashrc for each command of ssh; what this user has there is none of ssh's cost.
    SetEnv: `HOME=${folder}`,
    LogLevel: 'ERROR',
  }
  writeFileSync(
    at('sshd_config'),
    Object.entries(settings)
      .map((pair) => `${pair.join(' ')}\n`)
      .join(''),
  )
  const server = spawn(program, ['-D', '-e', '-f', at('sshd_config')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const options = ['BatchMode=yes', 'StrictHostKeyChecking=no', `UserKnownHostsFile=${at('known')}`, 'LogLevel=ERROR']
  const place = ['-F', 'none', '-p', String(port), '-i', at('user'), '-S', at('control')]
  const client = [...place, ...options.flatMap((option) => ['-o', option]), `${userInfo().username}@127.0.0.1`]
  await connected(client)
  return {
    client,
    run(command) {
      const stdout = execFileSync('ssh', [...client, command], { maxBuffer: 1024 ** 3 })
      return { code: 0, stdout }
    },
    close() {
      execFileSync('ssh', ['-O', 'exit', ...client], { stdio: 'ignore' })
      server.kill()
    },
  }
}

/** Begins the connection that the clients share, once the server listens. */
async function connected(client: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const master = spawn('ssh', ['-M', '-N', '-f', ...client], { stdio: 'ignore' })
    const [code] = (await once(master, 'exit')) as [number]
    if (code === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the ssh server does not let this user in')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
