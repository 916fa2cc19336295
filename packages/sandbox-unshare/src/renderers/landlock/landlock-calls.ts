import type { Cell, Program } from '../../loader/program.ts'
import { CURRENT_FOLDER, holdExactlyWherePossible, OPEN_FLAG } from '../../program/file-calls.ts'
import { GRANTED_RIGHTS } from './access-rights.ts'
import type { LandlockRule } from './landlock-rules.ts'

/** `struct landlock_ruleset_attr` since ABI 6; an older kernel refuses unknown fields. */
const RULESET_BYTES = 24
/** `LANDLOCK_RULE_PATH_BENEATH` */
const PATH_BENEATH = 1

export interface Judged {
  readonly files: number
  readonly ports: number
  readonly scopes: number
}

/** Adds a call that makes a ruleset: its access rights are refused, unless an added rule grants them. */
export function makeRuleset(program: Program, judged: Judged): Cell {
  const ruleset = program.cell()
  const description = program.words([judged.files, judged.ports, judged.scopes])
  program.during('landlock-ruleset', () =>
    program.call('landlock_create_ruleset', [description, RULESET_BYTES, 0], {
      does: 'make a Landlock ruleset',
      store: ruleset,
    }),
  )
  return ruleset
}

/** Adds calls that grant the rights of a rule. */
export function addRule(program: Program, ruleset: Cell, rule: LandlockRule): void {
  const does = `grant ${rule.access} ${rule.path}`
  // struct landlock_path_beneath_attr: the rights, then the descriptor, which is only known when it is open.
  const description = program.words([GRANTED_RIGHTS[rule.access][rule.of], 0])
  const descriptor: Cell = { address: description + 8 }
  if (rule.exact === true) {
    holdExactlyWherePossible(program, rule.path, does, descriptor)
  } else {
    program.call('openat', [CURRENT_FOLDER, rule.path, OPEN_FLAG.path | OPEN_FLAG.closeOnExec], {
      does,
      store: descriptor,
    })
  }
  program.call('landlock_add_rule', [0, PATH_BENEATH, description, 0], { does, firstFrom: ruleset })
  program.call('close', [0], { does, firstFrom: descriptor })
}

/** Adds calls after which this process, and all that it starts, are held to the ruleset. */
export function enterRuleset(program: Program, ruleset: Cell): void {
  const does = 'enter the Landlock ruleset'
  program.call('landlock_restrict_self', [0, 0], { does, firstFrom: ruleset })
  program.call('close', [0], { does, firstFrom: ruleset })
}
