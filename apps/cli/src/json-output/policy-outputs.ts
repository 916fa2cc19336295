import { Type } from '@poundlock/spec/schema'
import { document } from './json-output.ts'
import { ANY_OBJECT, ExecSettings, PolicyDecision, orNull } from './shapes.ts'

const CommandCount = Type.Object({
  command: Type.String(),
  decision: Type.Enum(['allow', 'ask', 'deny']),
  count: Type.Number(),
})

const RuleExamples = Type.Object({
  match: Type.Optional(Type.Array(Type.String())),
  notMatch: Type.Optional(Type.Array(Type.String())),
})

const CommandRuleObject = Type.Object({
  command: Type.String(),
  args: Type.Optional(Type.String()),
  asWritten: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Type.String()),
  examples: Type.Optional(RuleExamples),
})

const SuggestedCommandRule = Type.Union([Type.String(), CommandRuleObject])

/** The rules that `learn` proposes. */
const Learned = Type.Object({
  read: Type.Array(Type.String()),
  left: Type.Array(Type.Object({ reason: Type.String(), count: Type.Number() })),
  config: Type.String(),
  written: Type.Boolean(),
  rules: Type.Array(
    Type.Object({
      answers: Type.Number(),
      riskiest: orNull(Type.Object({ command: Type.String(), does: Type.Array(Type.String()) })),
      rule: SuggestedCommandRule,
      key: Type.Enum(['tools.exec.allow', 'tools.fs.read.allow', 'tools.web.allowDomains']),
    }),
  ),
  calls: Type.Number(),
  promptsBefore: Type.Number(),
  promptsAfter: Type.Number(),
})

/** What these commands print for `--json`. */
export const POLICY_OUTPUTS = {
  'policy import': document(
    Type.Object({
      from: Type.Enum(['claude-code', 'codex', 'gemini', 'openclaw', 'opencode']),
      files: Type.Array(Type.String()),
      lines: Type.Array(
        Type.Object({
          text: Type.String(),
          at: Type.String(),
          action: Type.Enum(['allow', 'ask', 'deny', 'setting']),
          status: Type.Enum(['mapped', 'refused', 'tightened']),
          changes: Type.Array(
            Type.Union([
              Type.Object({ key: Type.String(), add: Type.Unknown(), agent: Type.Optional(Type.String()) }),
              Type.Object({ key: Type.String(), set: Type.String(), agent: Type.Optional(Type.String()) }),
            ]),
          ),
          note: Type.String(),
        }),
      ),
      config: Type.String(),
      changed: Type.Boolean(),
      written: Type.Boolean(),
    }),
  ),
  learn: document(
    Learned,
    Type.Object({
      command: Type.String(),
      passed: Type.Boolean(),
      status: Type.Enum(['denied', 'failed', 'invalid', 'ran', 'unapproved', 'unavailable']),
      needed: Type.Object({
        egress: Type.Array(Type.String()),
        readPaths: Type.Array(Type.String()),
        writePaths: Type.Array(Type.String()),
        others: Type.Array(Type.String()),
      }),
      config: Type.String(),
      changed: Type.Boolean(),
      written: Type.Boolean(),
    }),
  ),
  'policy shadow': document(
    Type.Object({
      asked: Type.Array(CommandCount),
      denied: Type.Array(CommandCount),
      allow: Type.Number(),
      ask: Type.Number(),
      deny: Type.Number(),
      calls: Type.Number(),
      proposal: Learned,
    }),
  ),
  'policy show': document(
    Type.Object({
      agent: Type.String(),
      sources: Type.Array(
        Type.Object({
          trusted: Type.Optional(Type.Literal(true)),
          kind: Type.Enum(['organisation', 'user', 'workspace']),
          file: Type.String(),
        }),
      ),
      modes: Type.Array(
        Type.Object({
          value: Type.Enum(['allow', 'danger-full-access', 'prompt', 'read-only', 'workspace-write']),
          origin: Type.String(),
        }),
      ),
      exec: ExecSettings,
      rules: Type.Array(
        Type.Object({
          action: Type.Enum(['allow', 'ask', 'deny']),
          rule: Type.String(),
          reason: orNull(Type.String()),
          source: Type.String(),
          counts: Type.Boolean(),
        }),
      ),
      lists: Type.Array(
        Type.Object({ key: Type.String(), value: Type.String(), source: Type.String(), counts: Type.Boolean() }),
      ),
      tools: Type.Array(
        Type.Object({
          because: Type.Optional(Type.String()),
          source: Type.Optional(Type.String()),
          name: Type.String(),
          allowed: Type.Boolean(),
        }),
      ),
    }),
  ),
  'policy trust': document(
    Type.Object({
      workspace: Type.String(),
      trusted: Type.Boolean(),
      allow: Type.Array(Type.Unknown()),
      hooks: Type.Array(Type.String()),
    }),
  ),
  'policy distrust': document(Type.Object({ workspace: Type.String(), trusted: Type.Boolean() })),
  'policy lint': document(
    Type.Object({
      ok: Type.Boolean(),
      findings: Type.Array(
        Type.Object({
          code: Type.Enum([
            'contradictory',
            'ignored',
            'names-nothing',
            'not-kept',
            'over-broad',
            'runs-code',
            'shadowed',
            'unreachable',
            'unused',
          ]),
          severity: Type.Enum(['note', 'warning']),
          message: Type.String(),
          rule: Type.String(),
          source: Type.String(),
        }),
      ),
    }),
  ),
  'policy test': document(
    Type.Object({
      ok: Type.Boolean(),
      cases: Type.Array(
        Type.Object({
          file: Type.String(),
          case: Type.Object({
            command: Type.Optional(Type.String()),
            tool: Type.Optional(Type.String()),
            input: Type.Optional(Type.Unknown()),
            agent: Type.Optional(Type.String()),
            cwd: Type.Optional(Type.String()),
            expect: Type.Enum(['allow', 'ask', 'deny']),
            code: Type.Optional(Type.String()),
            why: Type.Optional(Type.String()),
          }),
          passed: Type.Boolean(),
          problem: orNull(Type.String()),
          decision: Type.Enum(['allow', 'ask', 'deny']),
        }),
      ),
    }),
  ),
  'policy replay': document(
    Type.Object({
      left: Type.Array(Type.Object({ reason: Type.String(), count: Type.Number() })),
      newlyAllowed: Type.Array(Type.Object({ command: Type.String(), before: Type.Enum(['allow', 'ask', 'deny']) })),
      newlyAsking: Type.Array(Type.Object({ command: Type.String(), before: Type.Enum(['allow', 'ask', 'deny']) })),
      newlyDenied: Type.Array(Type.Object({ command: Type.String(), before: Type.Enum(['allow', 'ask', 'deny']) })),
      total: Type.Number(),
      promptsBefore: Type.Number(),
      promptsAfter: Type.Number(),
    }),
  ),
  'policy implies': document(
    Type.Union([
      Type.Object({ answer: Type.Literal('yes') }),
      Type.Object({ answer: Type.Literal('no'), request: ANY_OBJECT, decision: PolicyDecision }),
      Type.Object({ answer: Type.Literal('unknown'), gaps: Type.Array(Type.String()) }),
    ]),
  ),
  'policy suggest': document(
    Type.Object({
      left: Type.Array(Type.Object({ reason: Type.String(), count: Type.Number() })),
      rules: Type.Array(
        Type.Object({
          key: Type.Enum(['tools.exec.allow', 'tools.fs.read.allow', 'tools.web.allowDomains']),
          rule: SuggestedCommandRule,
          silences: Type.Number(),
        }),
      ),
      promptsBefore: Type.Number(),
      promptsAfter: Type.Number(),
    }),
  ),
  'policy export': document(
    Type.Object({
      for: Type.Enum(['claude-code', 'codex', 'gemini', 'opencode']),
      text: Type.String(),
      left: Type.Array(
        Type.Object({
          rule: Type.Object({
            action: Type.Enum(['ask', 'deny']),
            subject: Type.Union([
              Type.Object({ kind: Type.Literal('command'), words: Type.Array(Type.String()) }),
              Type.Object({ kind: Type.Literal('path'), access: Type.Enum(['read', 'write']), pattern: Type.String() }),
              Type.Object({ kind: Type.Literal('host'), host: Type.String() }),
            ]),
            reason: Type.Optional(Type.String()),
          }),
          why: Type.String(),
        }),
      ),
      withArgumentsLeftOut: Type.Array(Type.String()),
      allowRulesLeftOut: Type.Number(),
    }),
  ),
}
