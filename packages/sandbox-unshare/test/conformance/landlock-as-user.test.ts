import { declareEscapeSuite, isRoot } from './escape-suite.ts'

/** Not that of other suites: without a namespace, the kernel counts all processes of a user against the limit. */
const NOBODY_ELSE = 21_358

declareEscapeSuite('as a normal user', isRoot ? NOBODY_ELSE : process.geteuid!(), { renderer: 'landlock' })
