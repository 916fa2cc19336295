import { pathToFileURL } from 'node:url'
import { CODE_SOURCES, errorCauses } from './error-causes.ts'
import { CALL_ERRORS } from './fixes/call-errors.ts'
import { ERROR_FIXES } from './fixes/error-fixes.ts'
import { REASON_FIXES } from './fixes/reason-fixes.ts'

const entry = (code: string, cause: string, fix: string | undefined) => {
  if (fix === undefined) throw new Error(`tooling/docs/fixes says nothing about ${code}`)
  return `### ${code}\n\n- **Cause:** ${cause}\n- **Fix:** ${fix}`
}

/** The parts of the pages that explain every code: each a heading with its cause and what to do. */
export async function codePages(root: string): Promise<ReadonlyMap<string, string>> {
  const file = new URL('packages/policy/src/model/reason-codes.ts', `${pathToFileURL(root).href}/`)
  const { REASON_CODES } = (await import(file.href)) as { REASON_CODES: Readonly<Record<string, string>> }
  const reasons = Object.entries(REASON_CODES).map(([code, meaning]) =>
    entry(code, `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`, REASON_FIXES[code]),
  )
  const errors = Object.keys(CODE_SOURCES).map((part) => {
    const entries = [...errorCauses(root, part)].map(([code, cause]) => entry(code, cause, ERROR_FIXES[part]?.[code]))
    return [`## ${part}`, ...entries].join('\n\n')
  })
  const others = Object.entries(CALL_ERRORS).map(([part, codes]) => {
    const entries = Object.entries(codes).map(([code, { cause, fix }]) => entry(code, cause, fix))
    return [`## ${part}`, ...entries].join('\n\n')
  })
  return new Map([
    ['reason-help', reasons.join('\n\n')],
    ['error-help', [...errors, ...others].join('\n\n')],
  ])
}
