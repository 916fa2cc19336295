import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** Programs are told apart by the group that they run as: the owner of a socket is all that a firewall sees of them here. */
const FIRST_GID = 61_000

/** What is cut off: the connections that a program makes, and those to the ports that it listens at. */
export interface CutOff {
  readonly gid: number
  readonly ports: readonly number[]
}

/**
 * The firewall of a network namespace that the test has for itself. It drops every packet of one program at a time, both ways,
 * and says nothing to anybody: what a broken switch does.
 */
export class Firewall {
  #gids = 0

  /** `null` unless the test runs in a namespace of its own, as root (`bench/src/cluster-kills.ts`). */
  static open(): Firewall | null {
    return process.env['POUNDLOCK_KILL_FIREWALL'] === '1' ? new Firewall() : null
  }

  /** A group for one more program, whose connections are marked with it from their first packet on. */
  newGid(): number {
    const gid = FIRST_GID + ++this.#gids
    const isOwn = ['-m', 'owner', '--gid-owner', String(gid), '-m', 'conntrack', '--ctstate', 'NEW']
    iptables('-t', 'mangle', '-A', 'OUTPUT', ...isOwn, '-j', 'CONNMARK', '--set-mark', String(gid))
    return gid
  }

  async cut(program: CutOff, ms: number): Promise<void> {
    const rules = [
      ['-m', 'connmark', '--mark', String(program.gid)],
      ...program.ports.flatMap((port) => [
        ['-p', 'tcp', '--dport', String(port)],
        ['-p', 'tcp', '--sport', String(port)],
      ]),
    ]
    for (const rule of rules) iptables('-I', 'INPUT', ...rule, '-j', 'DROP')
    try {
      await pause(ms)
    } finally {
      for (const rule of rules) iptables('-D', 'INPUT', ...rule, '-j', 'DROP')
    }
  }
}

const iptables = (...rule: readonly string[]): void => void execFileSync('iptables', ['-w', '5', ...rule])
