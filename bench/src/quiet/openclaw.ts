import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Peer } from './peer.ts'

const PACKAGE = 'openclaw@2026.9.6'
const folder = join(tmpdir(), 'poundlock-bench-openclaw')
const built = join(folder, 'node_modules/openclaw/dist')

interface Entry {
  readonly pattern: string
  readonly argPattern?: string
}

type Evaluate = (params: object) => Promise<{ readonly analysisOk: boolean; readonly allowlistSatisfied: boolean }>

/** The allowlist of OpenClaw's exec approvals, with its default safe bins: 650 MB from the registry. */
export async function openOpenClaw(): Promise<Peer> {
  if (!existsSync(built)) {
    mkdirSync(folder, { recursive: true })
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, PACKAGE]
    if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) throw new Error(`${PACKAGE} could not be installed`)
  }
  const evaluate = await load<Evaluate>('exec-approvals-allowlist-', 'evaluateShellAllowlistWithAuthorization')
  const safeBins = await load<(names?: readonly string[]) => Set<string>>(
    'exec-approvals-allowlist-',
    'resolveSafeBins',
  )
  return {
    name: 'OpenClaw',
    async allows(lines, rules) {
      const programs = mkdtempSync(join(tmpdir(), 'poundlock-quiet-'))
      try {
        // A rule holds for a program that is there.
        for (const rule of rules) {
          const program = join(programs, rule.split(' ')[0]!)
          writeFileSync(program, '#!/bin/sh\n')
          chmodSync(program, 0o755)
        }
        const context = {
          allowlist: rules.map(entryOf),
          safeBins: safeBins(),
          cwd: programs,
          env: { PATH: `/usr/bin:/bin:${programs}` },
          platform: 'linux',
        }
        const allowed: boolean[] = []
        for (const { command } of lines) {
          const { analysisOk, allowlistSatisfied } = await evaluate({ command, ...context })
          allowed.push(analysisOk && allowlistSatisfied)
        }
        return allowed
      } finally {
        rmSync(programs, { recursive: true })
      }
    },
  }
}

function entryOf(rule: string): Entry {
  const [pattern = '', ...words] = rule.split(' ')
  if (words.length === 0) return { pattern }
  const text = words.join(' ').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return { pattern, argPattern: String.raw`^${text}(?:\s|$)` }
}

/** A function of a built file, by the name that it has there. */
async function load<Found>(prefix: string, name: string): Promise<Found> {
  const file = readdirSync(built).find((one) => one.startsWith(prefix) && one.endsWith('.mjs'))
  if (file === undefined) throw new Error(`${PACKAGE} has no file ${prefix}*.mjs`)
  const exported = new RegExp(String.raw`\b${name} as (\w+)`).exec(readFileSync(join(built, file), 'utf8'))?.[1]
  const found = exported && ((await import(join(built, file))) as Record<string, unknown>)[exported]
  if (typeof found !== 'function') throw new Error(`${PACKAGE} has no function ${name}`)
  return found as Found
}
