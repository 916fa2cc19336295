import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

declareEscapeSuite('as a normal user, in a sandbox that waited', isRoot ? ANYBODY : process.geteuid!(), { pool: true })
