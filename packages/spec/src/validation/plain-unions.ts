import type { ErrorObject } from 'ajv'

/**
 * Ajv answers a value that fits no branch of a union with the errors of every branch. This keeps those of the one
 * branch that was meant, or the error of the union alone where none or several could have been.
 *
 * It relies on Ajv's order: the errors of the branches stand directly before that of their union. One pass, so that a
 * file with thousands of wrong rules is answered quickly.
 */
export function plainUnions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const shown: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      shown.push(error)
      continue
    }
    const nested: ErrorObject[] = []
    while (shown.length > 0 && isNested(shown.at(-1)!, error)) nested.unshift(shown.pop()!)
    shown.push(...(likelyBranch(nested, error) ?? [error]))
  }
  return shown
}

function isNested(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

/** The branch whose kind of value this is: the only one that finds something wrong further in. */
function likelyBranch(nested: readonly ErrorObject[], union: ErrorObject): readonly ErrorObject[] | null {
  const branches = Map.groupBy(nested, (error) => error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0])
  const candidates = [...branches.values()].filter((branch) => !branch.some((error) => isOfOtherKind(error, union)))
  return candidates.length === 1 ? candidates[0]! : null
}

const KIND_KEYWORDS: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf'])

function isOfOtherKind(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath && KIND_KEYWORDS.has(error.keyword)
}
