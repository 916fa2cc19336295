import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

declareEscapeSuite('as a normal user', isRoot ? ANYBODY : process.geteuid!())
