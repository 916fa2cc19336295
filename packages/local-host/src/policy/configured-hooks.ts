import { dirname, resolve } from 'node:path'
import type { ConfigSource } from '@poundlock/config'
import { commandHook, type CommandHookOptions, type Hook, type HookEvent } from '@poundlock/runtime'

const EVENTS = { before: 'before', after: 'after', afterFailure: 'after-failure' } as const satisfies Record<
  string,
  HookEvent
>

/**
 * The hooks that the configuration names, each run in the folder of the file that names it. Those of an organisation are
 * asked first among equals, then the user's. A repository's own do nothing until the user has trusted that very file:
 * they are programs that run uncontained.
 */
export function configuredHooks(
  sources: readonly ConfigSource[],
  run: Pick<CommandHookOptions, 'environment' | 'shell'>,
): readonly Hook[] {
  return sources.flatMap(({ kind, trusted, document, source }) =>
    kind === 'workspace' && trusted !== true
      ? []
      : (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).flatMap((key) =>
          (document.hooks?.[key] ?? []).map(({ command, name, tools, priority, timeoutSeconds }, index) =>
            commandHook({
              name: name ?? source.locate(`/hooks/${key}/${index}`),
              event: EVENTS[key],
              command,
              cwd: dirname(resolve(source.file)),
              ...run,
              ...(tools && { tools }),
              ...(priority !== undefined && { priority }),
              ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1000 }),
            }),
          ),
        ),
  )
}
