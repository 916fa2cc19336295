import type { LoopbackListener } from '../backend/egress.ts'
import { IMAGE } from '../loader/program-image.ts'
import type { Program } from '../loader/program.ts'

/**
 * The descriptor of the channel that the listening socket goes through: a Node IPC channel, since Node takes
 * descriptors from no other. It is closed before anything of the command runs.
 */
export const HAND_OVER_CHANNEL = IMAGE.channel + 1

/** The last descriptor that a program needs, with places to listen at or without. */
export const lastNeeded = (listeners: readonly LoopbackListener[]): number =>
  listeners.length === 0 ? IMAGE.channel : HAND_OVER_CHANNEL

const INTERNET = 2
/** `SOCK_STREAM | SOCK_CLOEXEC` */
const STREAM = 0x8_0001
const BACKLOG = 511
/** `SOL_SOCKET` in the lower half, `SCM_RIGHTS` in the upper: the two follow each other in `struct cmsghdr`. */
const PASS_DESCRIPTOR = 1 + 2 ** 32
/** `CMSG_LEN(sizeof(int))` and `CMSG_SPACE(sizeof(int))`. */
const CONTROL_BYTES = { used: 20, space: 24 } as const
/** `MSG_NOSIGNAL`: a Poundlock that is gone is an error, not the end by a signal. */
const NO_SIGNAL = 0x4000

/** What Node sends when it has taken a handle, and when it could not. Source: `lib/internal/child_process.js`. */
const TAKEN = '{"cmd":"NODE_HANDLE_ACK"}\n'
const ANSWER_BYTES = 64

/**
 * Adds calls that listen at the first address inside, and send the socket to Poundlock as Node sends a `net.Server`:
 * connections are then accepted outside, with no process in between. Only this program decides which messages the
 * channel can carry.
 */
export function handOverListener(program: Program, [first]: readonly LoopbackListener[]): void {
  if (first !== undefined) handOver(program, first)
}

function handOver(program: Program, { address: text, port }: LoopbackListener): void {
  const address = new Uint8Array(16)
  new DataView(address.buffer).setUint16(0, INTERNET, true)
  new DataView(address.buffer).setUint16(2, port)
  address.set(text.split('.').map(Number), 4)
  // struct cmsghdr, then the descriptor: the cell that the socket is stored in.
  const control = program.words([CONTROL_BYTES.used, PASS_DESCRIPTOR, 0])
  const socket = { address: control + 16 }
  program.call('socket', [INTERNET, STREAM, 0], { does: 'make the socket of the proxy', store: socket })
  const does = `listen at ${text}:${String(port)} inside`
  program.call('bind', [0, address, address.length], { does, firstFrom: socket })
  program.call('listen', [0, BACKLOG], { does, firstFrom: socket })
  const message = new TextEncoder().encode('{"cmd":"NODE_HANDLE","type":"net.Server","msg":{"listener":true}}\n')
  const vector = program.words([program.data(message), message.length])
  // struct msghdr: no name, one vector, the control message, no flags.
  const header = program.words([0, 0, vector, 1, control, CONTROL_BYTES.space, 0])
  program.call('sendmsg', [HAND_OVER_CHANNEL, header, NO_SIGNAL], { does: 'hand the socket of the proxy over' })
  program.call('close', [0], { does: 'leave the socket of the proxy to Poundlock', firstFrom: socket })
}

/** Adds calls that wait until Poundlock has the first socket, hand the others over, and close the way to it. */
export function closeHandOver(program: Program, listeners: readonly LoopbackListener[]): void {
  if (listeners.length === 0) return
  awaitTaken(program)
  for (const listener of listeners.slice(1)) {
    handOver(program, listener)
    awaitTaken(program)
  }
  program.call('close', [HAND_OVER_CHANNEL], { does: 'close the way to Poundlock' })
}

function awaitTaken(program: Program): void {
  const done = program.slot()
  const does = 'learn that Poundlock has the socket of the proxy'
  const answer = new Uint8Array(ANSWER_BYTES)
  program.call('read', [HAND_OVER_CHANNEL, answer, answer.length], {
    does,
    when: { result: TAKEN.length, goTo: done },
  })
  // On any other answer this call fails, and reports that.
  program.call('close', [-1], { does })
  program.reach(done)
}
