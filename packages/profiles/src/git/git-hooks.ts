import type { GitArea } from '../model/git-area.ts'

/** What a command has to do for git to run a hook. Source: githooks(5). */
const ROWS: readonly (readonly [areas: string, hooks: string])[] = [
  ['commits', 'pre-commit prepare-commit-msg commit-msg post-commit'],
  ['merges', 'pre-merge-commit post-merge'],
  ['commits replays', 'post-rewrite'],
  ['replays', 'pre-rebase'],
  ['patches', 'applypatch-msg pre-applypatch post-applypatch'],
  ['checks-out', 'post-checkout'],
  ['compares checks-out', 'post-index-change'],
  ['pushes', 'pre-push'],
  ['receives', 'pre-receive update proc-receive post-receive post-update push-to-checkout'],
  ['references receives', 'reference-transaction'],
  ['collects receives', 'pre-auto-gc'],
  // Only where core.fsmonitor names it, and in git-send-email(1) and git-p4(1), which have no profile.
  ['', 'fsmonitor-watchman sendemail-validate p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit'],
]

const AREAS: ReadonlyMap<string, readonly GitArea[]> = new Map(
  ROWS.flatMap(([areas, hooks]) =>
    hooks.split(' ').map((hook) => [hook, areas === '' ? [] : (areas.split(' ') as GitArea[])] as const),
  ),
)

const ANY: readonly GitArea[] = [...new Set(ROWS.flatMap(([areas]) => areas.split(' ').filter(Boolean) as GitArea[]))]
  // Every look may compare, and no hook of a look is to be expected.
  .filter((area) => area !== 'compares')

/** What a command has to do for git to run a hook; of a name that no version of git has yet, anything that runs hooks. */
export const areasOfHook = (hook: string): readonly GitArea[] => AREAS.get(hook) ?? ANY
