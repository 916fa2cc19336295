/**
 * One way of making a call of a reading tool, with the same host in both: in this process, or through a gateway in this
 * process that a client asks.
 *
 *   node src/gateway/call-process.ts <state folder> <workspace> in-process|gateway
 *
 * `in-process`: makes as many calls as each message says, and answers with the microseconds of each. `gateway`: answers with
 * its port.
 */
import { startGateway, workArea } from '@poundlock/gateway'
import { openLocalHost, type SessionPlace } from '@poundlock/local-host'
import { createNoneBackend } from '@poundlock/sandbox'
import { BUILT_IN_HANDLERS } from '@poundlock/tools'
import { readInput } from './read-input.ts'

const [stateFolder = '', workspace = '', way = ''] = process.argv.slice(2)

const openHost = (place: SessionPlace) =>
  openLocalHost({
    ...place,
    backends: { unshare: () => createNoneBackend() },
    handlers: BUILT_IN_HANDLERS,
    redactsResults: true,
    keepsOutput: true,
  })

if (way === 'gateway') await serve()
else await call()

async function serve(): Promise<void> {
  const gateway = await startGateway({
    stateFolder,
    name: 'measured',
    version: '1.0.0',
    tcp: { address: '127.0.0.1', port: 0, hosts: [], origins: [], trustedProxies: [] },
    areas: [workArea({ openHost, workspaces: [workspace] })],
  })
  process.on('disconnect', () => void gateway.close())
  process.send!(gateway.port)
}

async function call(): Promise<void> {
  const host = await openHost({ workspace, agent: 'coder', session: 'measured' })
  const context = { ...host.context, agent: 'coder', session: 'measured', cwd: workspace }
  let calls = 0
  process.on('disconnect', () => void host.close())
  process.on('message', async (count: number) => {
    const times: number[] = []
    for (let index = 0; index < count; index++) {
      const begin = performance.now()
      const id = `call_${calls}`
      const { status, message } = await host.runtime.call({ id, name: 'read_file', input: readInput(calls++) }, context)
      if (status !== 'ran') throw new Error(message)
      times.push((performance.now() - begin) * 1000)
    }
    process.send!(times)
  })
  process.send!(0)
}
