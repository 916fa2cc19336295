import { isObject, parseStrictJson } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { ApprovalsError } from '../approvals-error.ts'
import { ApprovalsDocument, DOCUMENT_VERSION } from './schema.ts'

/** The longest document that is read, in UTF-16 code units. */
export const MAX_DOCUMENT_LENGTH = 16 * 1024 * 1024

const REMEDY = 'Mend the document; until then it denies everything, and it is kept as it is.'
/** For one that is to take its place: what holds goes on to hold. */
const PROPOSAL_REMEDY = 'Correct what is proposed; the document that holds was not changed.'

const validate = createValidator(ApprovalsDocument)

/** A document that allows nothing and asks for nothing: what holds where there is none. */
export const EMPTY_DOCUMENT: ApprovalsDocument = { version: DOCUMENT_VERSION }

/**
 * Reads the text of an approvals document.
 *
 * Two things that older documents hold are taken for what they meant: the agent `default`, which became `main`, and the
 * text of a command beside an allowlist entry, which is left out because it can hold secrets.
 *
 * @param source only named in errors
 * @param options.isProposal for one that does not hold yet, so that the error says what becomes of the one that does
 * @throws ApprovalsError `APPROVALS_INVALID`
 */
export function parseApprovals(text: string, source: string, options: DocumentOptions = {}): ApprovalsDocument {
  if (text.length > MAX_DOCUMENT_LENGTH) {
    throw invalid(source, [`it is longer than ${MAX_DOCUMENT_LENGTH} characters`], options)
  }
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch (error) {
    throw invalid(source, [`invalid JSON syntax: ${(error as Error).message}`], options, error)
  }
  return checkDocument(value, source, options)
}

/**
 * Checks a document of approvals that was read as JSON already.
 *
 * @throws ApprovalsError `APPROVALS_INVALID`
 */
export function checkDocument(value: unknown, source: string, options: DocumentOptions = {}): ApprovalsDocument {
  const version = isObject(value) ? value['version'] : undefined
  if (typeof version === 'number' && version !== DOCUMENT_VERSION) {
    throw invalid(source, [`version ${version} is not known; expected ${DOCUMENT_VERSION}`], options)
  }
  const modern = modernise(value)
  const issues = validate(modern)
  if (issues.length > 0) {
    throw invalid(
      source,
      issues.map((issue) => `${issue.pointer.slice(1) || 'the document'}: ${issue.message}`),
      options,
    )
  }
  return modern as ApprovalsDocument
}

interface DocumentOptions {
  readonly isProposal?: boolean
}

function invalid(
  source: string,
  problems: readonly string[],
  { isProposal = false }: DocumentOptions,
  cause?: unknown,
): ApprovalsError {
  return new ApprovalsError(problems.map((problem) => `${source}: ${problem}`).join('\n'), {
    code: 'APPROVALS_INVALID',
    remedy: isProposal ? PROPOSAL_REMEDY : REMEDY,
    details: { source, problems },
    cause,
  })
}

function modernise(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['agents'])) return value
  const { default: former, ...agents } = value['agents']
  const named =
    former === undefined
      ? agents
      : { ...agents, main: Object.hasOwn(agents, 'main') ? both(agents['main'], former) : former }
  return {
    ...value,
    agents: Object.fromEntries(Object.entries(named).map(([agent, entry]) => [agent, withoutTexts(entry)])),
  }
}

/** Where both are there, the values of `main` count, and the lists add up. */
function both(main: unknown, former: unknown): unknown {
  if (!isObject(main) || !isObject(former)) return main
  const lists = [main['allowlist'], former['allowlist']].filter(Array.isArray)
  return { ...former, ...main, ...(lists.length > 0 && { allowlist: lists.flat() }) }
}

function withoutTexts(agent: unknown): unknown {
  if (!isObject(agent) || !Array.isArray(agent['allowlist'])) return agent
  const allowlist = agent['allowlist'].map((entry: unknown) => {
    if (!isObject(entry)) return entry
    const { commandText: _, ...rest } = entry
    return rest
  })
  return { ...agent, allowlist }
}
