/** Where a probe looks, on the host. */
export interface ContainerProbeScene {
  /** A file outside of the workspace. */
  readonly secret: string
  /** A path outside of the workspace at which nothing is. */
  readonly absent: string
  /** Process id of a host process. */
  readonly process: number
}

/** Something tried by a shell inside. */
export interface ProbeAttempt {
  readonly name: string
  readonly description: string
  /** Succeeds, that is ends with 0, when the sandbox holds. Needs a shell and nothing else that every image has. */
  readonly script: string
}

/** A value of `/proc/self/status`. */
const status = (key: string): string =>
  `while read -r k v; do [ "$k" = "${key}:" ] && break; done < /proc/self/status; echo "$k $v"`

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The attempts, with paths of this ground. */
export function probeAttempts({ secret, absent, process }: ContainerProbeScene): readonly ProbeAttempt[] {
  return [
    {
      name: 'read-secret',
      description: 'open a file of the host outside the workspace',
      script: `! (: < ${quote(secret)})`,
    },
    {
      name: 'write-outside',
      // It may succeed in a folder in memory: the check is whether the file is on the host.
      description: 'create a file outside the workspace',
      script: `(: > ${quote(absent)}); echo tried`,
    },
    {
      name: 'write-system',
      description: 'create a file beside the programs',
      script: '! (: > /usr/poundlock-probe)',
    },
    {
      name: 'write-kernel',
      description: 'open /proc/sys/kernel/core_pattern for writing',
      script: '! (: > /proc/sys/kernel/core_pattern)',
    },
    {
      name: 'see-processes',
      description: 'signal a process of the host',
      script: `! kill -0 ${String(process)}`,
    },
    {
      name: 'reach-network',
      description: 'find a network interface besides the own loopback',
      script: 'n=0; while read -r line; do n=$((n+1)); done < /proc/net/dev; echo "$n lines"; [ "$n" -le 3 ]',
    },
    {
      name: 'new-privileges',
      description: 'ask whether set-user-id programs are without effect',
      script: `${status('NoNewPrivs')}; [ "$v" = 1 ]`,
    },
    {
      name: 'capabilities',
      description: 'ask whether any capability is there or could be had',
      script: `${status('CapBnd')}; [ "$v" = 0000000000000000 ]`,
    },
    {
      name: 'filter',
      description: 'ask whether system calls are filtered',
      script: `${status('Seccomp')}; [ "$v" = 2 ]`,
    },
    {
      name: 'first-process',
      description: 'signal the first process of the container, which is the one that vouches for it',
      script: '! kill -9 1',
    },
    {
      name: 'protected-path',
      description: 'write to a protected path of the workspace',
      script: '! (: >> .git/config)',
    },
  ]
}
