import type { Container } from 'dockerode'

/** Signals every process of a user in the container but its first. */
export async function signalAll(container: Container, user: string, signal: NodeJS.Signals): Promise<void> {
  const exec = await container.exec({
    Cmd: ['/bin/sh', '-c', `kill -${signal.slice('SIG'.length)} -1 2>/dev/null`],
    User: user,
    AttachStdout: true,
    AttachStderr: true,
  })
  const connection = await exec.start({ hijack: true, stdin: false })
  connection.resume()
  await new Promise<void>((resolve) => {
    connection.once('end', resolve)
    connection.once('close', resolve)
    connection.once('error', resolve)
  })
}
