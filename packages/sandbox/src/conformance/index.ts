export { ESCAPE_CASES, type EscapeCase, type EscapeKind } from './escape-case.ts'
export { prepareScene, type EscapeScene, type EscapeSceneOptions } from './escape-scene.ts'
export { runEscapeCase, type EscapeOutcome } from './run-escape-case.ts'
