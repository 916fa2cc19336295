import { anybody, declareEscapeSuite, isRoot } from './escape-suite.ts'

declareEscapeSuite('as a normal user', isRoot ? anybody : process.geteuid!(), { renderer: 'landlock' })
