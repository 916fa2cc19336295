export { escapeCases, type EscapeCase, type EscapeKind } from './escape-case.ts'
export { prepareGround, type EscapeGround, type EscapeGroundOptions } from './escape-ground.ts'
export { escapePolicy, runEscapeCase, type EscapeOutcome } from './run-escape-case.ts'
