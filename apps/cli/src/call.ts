import { CALL_COMMANDS } from './command-line/call-commands.ts'
import { runProgram } from './run-program.ts'

// The launcher starts this bundle only for these commands.
void runProgram(CALL_COMMANDS)
