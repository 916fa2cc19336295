import { anybody } from '../container-engine.ts'
import { declareEscapeSuite } from './escape-suite.ts'

declareEscapeSuite('as the unprivileged owner of the workspace', anybody)
