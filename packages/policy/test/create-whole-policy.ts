import { commandEvaluator } from '../src/commands.ts'
import { createPolicy as create, type Policy, type PolicyOptions } from '../src/index.ts'

/** A policy that evaluates command lines, as apps make it. */
export const createPolicy = (from: Parameters<typeof create>[0], options: PolicyOptions): Policy =>
  create(from, { commands: commandEvaluator, ...options })
