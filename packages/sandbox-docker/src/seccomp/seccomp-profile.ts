import { allowedCalls } from './allowed-calls.ts'
import { ABSENT_CALLS, type ArgumentCondition, conditionalCalls, absentWhen } from './conditional-calls.ts'

interface SeccompRule {
  readonly names: readonly string[]
  readonly action: string
  readonly errnoRet?: number
  readonly args?: readonly {
    readonly index: number
    readonly value: number
    readonly valueTwo: number
    readonly op: string
  }[]
}

/** A profile as Docker and Podman take it. Source: `moby/profiles/seccomp/seccomp.go`. */
export interface SeccompProfile {
  /** What a call gets that no rule names. */
  readonly defaultAction: string
  /** As libseccomp names them, such as `SCMP_ARCH_X86_64`. */
  readonly architectures: readonly string[]
  /** Rules on calls by name; the first that fits counts. */
  readonly syscalls: readonly SeccompRule[]
}

const ABSENT = 38

/** Only the processor's own mode: calls of 32-bit programs are numbered otherwise, and would pass other rules. */
const ARCHITECTURES: Readonly<Record<string, string>> = {
  x64: 'SCMP_ARCH_X86_64',
  arm64: 'SCMP_ARCH_AARCH64',
}

/**
 * The filter of a container: everything that is not allowed is refused. `null` for a processor that is not known here;
 * the engine's own profile is used then.
 */
export function seccompProfile(
  architecture: string,
  options: { readonly unixSockets: boolean },
): SeccompProfile | null {
  const own = ARCHITECTURES[architecture]
  if (own === undefined) return null
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    architectures: [own],
    syscalls: [
      { names: allowedCalls, action: 'SCMP_ACT_ALLOW' },
      ...conditionalCalls(options).map(({ calls, when }) => ({
        names: calls,
        action: 'SCMP_ACT_ALLOW',
        args: when.map(comparison),
      })),
      ...absentWhen.map(({ calls, when }) => ({
        names: calls,
        action: 'SCMP_ACT_ERRNO',
        errnoRet: ABSENT,
        args: when.map(comparison),
      })),
      { names: ABSENT_CALLS, action: 'SCMP_ACT_ERRNO', errnoRet: ABSENT },
    ],
  }
}

/** Compares all 64 bits of a pointer, and of other arguments the bits that the kernel uses. */
function comparison(condition: ArgumentCondition): NonNullable<SeccompRule['args']>[number] {
  const { index } = condition
  if ('isNull' in condition) {
    return { index, value: 0, valueTwo: 0, op: condition.isNull ? 'SCMP_CMP_EQ' : 'SCMP_CMP_NE' }
  }
  return { index, value: condition.mask, valueTwo: condition.value, op: 'SCMP_CMP_MASKED_EQ' }
}
