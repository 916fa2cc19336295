import type { Program } from '../loader/program.ts'

const INTERNET = 2
const DATAGRAM = 2
/** `SIOCSIFFLAGS`, `IFF_UP`. Source: Linux `include/uapi/linux/sockios.h` and `if.h`. */
const SET_FLAGS = 0x8914
const UP = 1

/** Brings the loopback interface of a new network namespace up: test servers and their clients talk through it. */
export function raiseLoopback(program: Program): void {
  // struct ifreq: sixteen bytes of name, then the flags.
  const request = new Uint8Array(40)
  request.set(new TextEncoder().encode('lo'))
  request[16] = UP
  const socket = program.cell()
  const does = 'bring the loopback interface up'
  program.call('socket', [INTERNET, DATAGRAM, 0], { does, store: socket })
  program.call('ioctl', [0, SET_FLAGS, request], { does, firstFrom: socket })
  program.call('close', [0], { does, firstFrom: socket })
}
