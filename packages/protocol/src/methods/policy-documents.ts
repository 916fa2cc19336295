import { Type } from '@poundlock/spec/schema'
import { BindingHash } from '../values/node.ts'
import { closed, Count, Id, Time } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const OrNull = (text = Type.String()) => Type.Union([text, Type.Null()])
const READS = { to: 'gateway', scope: 'config.read', roles: OPERATOR, access: 'read', idempotency: 'none' } as const

/** `config`: the user's `poundlock.json`; `approvals`: the owner's `exec-approvals.json`. */
const PolicyDocument = Type.Enum(['config', 'approvals'])
const DocumentText = Type.String({ maxLength: 1024 * 1024 })

const Changed = Type.Array(
  closed({
    /** The command, or the tool and its input. */
    call: Type.String(),
    before: Type.String(),
    /** How often it was made. */
    times: Count,
  }),
)
/** `count` of all of them; at most 200 different ones by name. */
const Newly = closed({ count: Count, calls: Changed })

export const policyDocumentMethods = {
  'policy.effective': method({
    ...READS,
    params: closed({
      /** `main` unless named. */
      agent: Type.Optional(Id),
    }),
    result: closed({
      agent: Id,
      workspace: Type.String(),
      /** The files, the least specific first. */
      sources: Type.Array(closed({ kind: Type.String(), file: Type.String(), trusted: Type.Optional(Type.Boolean()) })),
      settings: Type.Array(closed({ name: Type.String(), value: Type.String(), origin: Type.String() })),
      rules: Type.Array(
        closed({
          action: Type.Enum(['allow', 'ask', 'deny']),
          rule: Type.String(),
          reason: Type.Optional(Type.String()),
          source: Type.String(),
          /** False for an allow rule of a file that cannot loosen. */
          counts: Type.Boolean(),
        }),
      ),
      lists: Type.Array(
        closed({ key: Type.String(), value: Type.String(), source: Type.String(), counts: Type.Boolean() }),
      ),
      /** Tools that may not be called, and why. */
      tools: Type.Array(closed({ name: Type.String(), because: Type.String(), source: Type.Optional(Type.String()) })),
    }),
    errors: ['CONFLICT'],
    summary: 'Says what holds for an agent at the gateway, and where each value and rule comes from.',
  }),
  'policy.document': method({
    ...READS,
    // It may hold secrets of servers and chats.
    scope: 'config.write',
    params: closed({ document: PolicyDocument }),
    result: closed({ file: Type.String(), text: OrNull(), hash: OrNull(BindingHash) }),
    errors: ['CONFLICT'],
    summary: 'Reads a document of the policy; `null` where there is none.',
  }),
  'policy.review': method({
    ...READS,
    scope: 'config.write',
    params: closed({ document: PolicyDocument, text: DocumentText }),
    result: closed({
      /** What is wrong with it, each with its place; nothing else is known then. */
      problems: Type.Array(closed({ line: Count, column: Count, message: Type.String() })),
      /** Rules that do not do what they seem to. */
      findings: Type.Array(
        closed({ code: Type.String(), severity: Type.String(), message: Type.String(), source: Type.String() }),
      ),
      /** Recorded calls of the last week, decided again; absent where that cannot be said. */
      replay: Type.Optional(
        closed({
          /** When the oldest of them was made. */
          since: Type.Union([Time, Type.Null()]),
          /** False where older calls of the week were left out, since they are too many. */
          isWhole: Type.Boolean(),
          total: Count,
          /** Calls that cannot be decided again. */
          left: Count,
          /** Calls that were asked about and would not be. */
          noLongerAsking: Count,
          newly: closed({ allow: Newly, ask: Newly, deny: Newly }),
        }),
      ),
    }),
    errors: ['CONFLICT'],
    summary: 'Checks a document before it is saved: errors with their places, lint, and recorded calls decided anew.',
  }),
  'policy.save': method({
    ...READS,
    scope: 'config.write',
    access: 'write',
    params: closed({
      document: PolicyDocument,
      text: DocumentText,
      /** Of the document that this one replaces; `null` where there was none. */
      base: OrNull(BindingHash),
    }),
    result: closed({ hash: BindingHash }),
    errors: ['CONFLICT', 'RECORD_FAILED'],
    summary:
      'Replaces a document of the policy where it is still the one that was read, and has new calls decided by it. A change of more than mode, tools and agents, such as hooks, servers and sandboxes, needs the scope admin, too.',
  }),
}
