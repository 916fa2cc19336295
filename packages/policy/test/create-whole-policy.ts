import { commandJudge } from '../src/commands/index.ts'
import { createPolicy as create, type Policy, type PolicyOptions } from '../src/index.ts'

/** A policy that judges command lines, as apps make it. */
export const createPolicy = (from: Parameters<typeof create>[0], options: PolicyOptions): Policy =>
  create(from, { commands: commandJudge, ...options })
