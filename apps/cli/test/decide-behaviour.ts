import { planCommand, type FindExecutable } from '@poundlock/plan'
import { createPolicy, PolicyError, type CommandRuleInput, type PolicyLayer } from '@poundlock/policy'
import { commandEvaluator, deriveGrant } from '@poundlock/policy/commands'

/** One row of the corpus of behaviours: what another system does with an input, and what would be better. */
export interface Behaviour {
  readonly id: string
  readonly area: string
  readonly input: {
    readonly command?: string
    readonly argv?: readonly string[]
    readonly allowlist?: readonly { readonly pattern: string; readonly argPattern?: string; readonly source?: string }[]
    readonly allowlistPattern?: string
    readonly pattern?: string
    readonly path?: string
    readonly safeBins?: readonly string[]
    readonly safeBinTrustedDirs?: readonly string[]
    readonly safeBinProfiles?: object
    readonly resolvedPath?: string
    readonly key?: string
    readonly systemRunOverrides?: Readonly<Record<string, string>>
  }
  readonly expect: Expectation
  readonly beat_expect?: Expectation
}

interface Expectation {
  readonly allowlistSatisfied?: boolean
  readonly requires?: string
  readonly patterns?: readonly unknown[] | string
  readonly safe?: boolean
  readonly matches?: boolean
  readonly policyBlocked?: boolean
  readonly effectiveArgv?: readonly string[]
  readonly inlineEval?: boolean
  readonly blockedEverywhere?: boolean
  readonly blockedOverride?: boolean
  readonly blockedInherited?: boolean
  readonly kept?: Readonly<Record<string, string>>
}

/** A rule that cannot be read is refused when it is loaded: it lets nothing through. */
export function decideBehaviour(row: Behaviour): Answers | null {
  try {
    return answers(row)
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    return { ours: false, theirs: (row.beat_expect ?? row.expect).allowlistSatisfied === true }
  }
}

/** What we answer, and what the corpus would have; `null` where there is nothing here to ask. */
export interface Answers {
  readonly ours: boolean
  readonly theirs: boolean
}

const place = (text: string) => text.replaceAll('{BIN}', '/usr/bin').replaceAll('{WS}', '/w')
const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

function answers({ area, input, expect, beat_expect: beat }: Behaviour): Answers | null {
  const want = { ...expect, ...beat }
  const command = place(input.command ?? input.argv?.map(quote).join(' ') ?? '')
  switch (area) {
    case 'allowlist': {
      if (
        input.allowlist?.some(({ source, argPattern }) => source !== undefined || argPattern?.startsWith('sha256:'))
      ) {
        return null
      }
      const trusted = input.safeBinTrustedDirs?.includes('{BIN}') ? '/usr/bin' : '/opt/elsewhere'
      const ours = allowed(command, { rules: input.allowlist ?? [], safeBins: input.safeBins ?? [], folder: trusted })
      return { ours, theirs: beat?.requires !== undefined || want.allowlistSatisfied === true }
    }
    case 'allow-always': {
      const offers = plan(command).commands.map((entry) => deriveGrant(entry, '/w').grant)
      return { ours: offers.some((grant) => grant !== null), theirs: want.patterns!.length > 0 }
    }
    case 'safe-bins': {
      const folder = input.resolvedPath!.replace(/\/[^/]*$/, '')
      const given = { safeBins: input.safeBins ?? [], folder, profiles: input.safeBinProfiles }
      return { ours: allowed(command, given), theirs: want.safe === true }
    }
    case 'wrappers':
      // Blocked: a rule for what is inside must not let it through. Else what is inside must be seen.
      if (want.policyBlocked) return { ours: !allowed(command, { rules: rulesFor(input.argv!) }), theirs: true }
      return { ours: plan(command).commands.some(({ name }) => name === want.effectiveArgv![0]), theirs: true }
    case 'inline-eval':
      if (input.argv === undefined) return null
      return { ours: !allowed(command, { rules: [{ pattern: input.argv[0]! }] }), theirs: want.inlineEval === true }
    case 'env': {
      if (input.systemRunOverrides) {
        const kept = Object.keys(input.systemRunOverrides).filter((name) => passes(name))
        return { ours: kept.join() === Object.keys(want.kept!).join(), theirs: true }
      }
      const blocked = want.blockedEverywhere || want.blockedOverride || want.blockedInherited
      return { ours: !passes(input.key!), theirs: blocked === true }
    }
    default:
      return null
  }
}

const rulesFor = (argv: readonly string[]) =>
  argv.filter((word) => /^[a-z]+$/.test(word)).map((pattern) => ({ pattern }))

function find(folder: string): FindExecutable {
  return (name, cwd) => {
    if (name.startsWith('/')) return name
    if (name.includes('/')) return `${cwd}/${name.replace(/^\.\//, '')}`
    return name === name.toLowerCase() && name !== 'unknown-tool' ? `${folder}/${name}` : null
  }
}

const plan = (command: string, folder = '/usr/bin') =>
  planCommand(command, { cwd: '/w', home: '/home/u', findExecutable: find(folder) }).plan

interface Given {
  readonly rules?: readonly { readonly pattern: string; readonly argPattern?: string }[]
  readonly safeBins?: readonly string[]
  readonly folder?: string
  readonly profiles?: object | undefined
  readonly environment?: readonly string[]
}

function allowed(command: string, { rules = [], safeBins = [], folder, profiles, environment = [] }: Given): boolean {
  const allowRules = rules.map(({ pattern, argPattern }): CommandRuleInput => {
    const args = argPattern?.replaceAll(/^\^|\$$/g, '')
    return { command: place(pattern), ...(args !== undefined && { args }) }
  })
  const layer = {
    name: 'user',
    mayLoosen: true,
    mode: 'workspace-write',
    exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', safeBins, safeBinProfiles: profiles, allowRules },
  } as PolicyLayer
  const decision = createPolicy([layer], { home: '/home/u', commands: commandEvaluator }).decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan: plan(command, folder),
    environment,
    context: { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: '/home/u', interactive: true },
  })
  return decision.decision === 'allow'
}

const passes = (name: string) => allowed('ls', { rules: [{ pattern: 'ls' }], environment: [name] })
