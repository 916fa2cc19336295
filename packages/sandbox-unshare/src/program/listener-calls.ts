import { image } from '../loader/program-image.ts'
import type { Program } from '../loader/program.ts'

/**
 * The descriptor of the channel that the listening socket goes through: a Node IPC channel, since Node takes
 * descriptors from no other. It is closed before anything of the command runs.
 */
export const handOverChannel = image.channel + 1

/** The last descriptor that a program needs, with a port to listen on or without. */
export const lastNeeded = (listenerPort: number | null): number =>
  listenerPort === null ? image.channel : handOverChannel

const internet = 2
/** `SOCK_STREAM | SOCK_CLOEXEC` */
const stream = 0x8_0001
const backlog = 511
/** `SOL_SOCKET` in the lower half, `SCM_RIGHTS` in the upper: the two follow each other in `struct cmsghdr`. */
const passDescriptor = 1 + 2 ** 32
/** `CMSG_LEN(sizeof(int))` and `CMSG_SPACE(sizeof(int))`. */
const controlBytes = { used: 20, space: 24 } as const
/** `MSG_NOSIGNAL`: a Poundlock that is gone is an error, not the end by a signal. */
const noSignal = 0x4000

/** What Node sends when it has taken a handle, and when it could not. Source: `lib/internal/child_process.js`. */
const taken = '{"cmd":"NODE_HANDLE_ACK"}\n'
const answerBytes = 64

/**
 * Adds calls that listen on 127.0.0.1 inside, and send the socket to Poundlock as Node sends a `net.Server`: what
 * connects inside is then accepted outside, and no process in between has a hand in it. Which messages can come
 * through the channel is up to this program alone.
 */
export function handOverListener(program: Program, port: number): void {
  const address = new Uint8Array(16)
  new DataView(address.buffer).setUint16(0, internet, true)
  new DataView(address.buffer).setUint16(2, port)
  address.set([127, 0, 0, 1], 4)
  // struct cmsghdr, then the descriptor: the cell that the socket is stored in.
  const control = program.words([controlBytes.used, passDescriptor, 0])
  const socket = { address: control + 16 }
  program.call('socket', [internet, stream, 0], { does: 'make the socket of the proxy', store: socket })
  program.call('bind', [0, address, address.length], { does: 'give the proxy its port', firstFrom: socket })
  program.call('listen', [0, backlog], { does: 'listen for the proxy', firstFrom: socket })
  const message = new TextEncoder().encode('{"cmd":"NODE_HANDLE","type":"net.Server","msg":{"listener":true}}\n')
  const vector = program.words([program.data(message), message.length])
  // struct msghdr: no name, one vector, the control message, no flags.
  const header = program.words([0, 0, vector, 1, control, controlBytes.space, 0])
  program.call('sendmsg', [handOverChannel, header, noSignal], { does: 'hand the socket of the proxy over' })
  program.call('close', [0], { does: 'leave the socket of the proxy to Poundlock', firstFrom: socket })
}

/** Adds calls that wait until Poundlock has the socket, and close the way to it. */
export function closeHandOver(program: Program): void {
  const done = program.place()
  const does = 'learn that Poundlock has the socket of the proxy'
  const answer = new Uint8Array(answerBytes)
  program.call('read', [handOverChannel, answer, answer.length], {
    does,
    when: { result: taken.length, goTo: done },
  })
  // Any other answer is none: this call fails, and says so.
  program.call('close', [-1], { does })
  program.reach(done)
  program.call('close', [handOverChannel], { does: 'close the way to Poundlock' })
}
