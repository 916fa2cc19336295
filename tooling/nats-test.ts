import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { freePorts, makeNatsServer, natsConfiguration, natsServer, startNatsCluster, type NatsServer } from './nats.ts'
import { needsProgram } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Skips the test that runs, by name, where there is no server, or only one that the bus refuses. */
export function needsNats(): void {
  if (process.env['POUNDLOCK_NATS'] !== undefined) return
  needsProgram('nats-server')
  const [, minor = 0] = execFileSync(natsServer(), ['--version'], { encoding: 'utf8' }).split('.').map(Number)
  // A name that no program has.
  if (minor < 11) needsProgram('nats-server 2.11')
}

/**
 * Starts one server with JetStream for the test that runs.
 *
 * @param extra lines of its configuration
 * @param gid the group that it runs as
 */
export async function startTestNats(extra = '', gid?: number): Promise<NatsServer> {
  needsNats()
  const folder = temporaryFolder()
  const ports = (await freePorts(1))[0]!
  const server = makeNatsServer(folder, 'n1', ports, natsConfiguration(folder, 'n1', ports, extra), gid)
  onTestFinished(() => server.kill())
  await server.start()
  return server
}

/** Starts a cluster of three for the test that runs. @param gids the groups that the servers run as */
export async function startTestNatsCluster(gids?: readonly number[]): Promise<readonly NatsServer[]> {
  needsNats()
  const servers = await startNatsCluster(temporaryFolder(), gids)
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
  return servers
}
