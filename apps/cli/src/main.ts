import { ALL_COMMANDS } from './command-line/all-commands.ts'
import { runProgram } from './run-program.ts'

void runProgram(ALL_COMMANDS)
