import { anybody, declareEscapeSuite, isRoot } from './escape-suite.ts'

declareEscapeSuite('as a normal user, in a sandbox that waited', isRoot ? anybody : process.geteuid!(), { pool: true })
