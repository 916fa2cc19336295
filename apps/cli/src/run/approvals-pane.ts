import { spawnSync } from 'node:child_process'
import { stateFolder } from '@poundlock/local-host'
import { findOutside } from './find-outside.ts'

/** Rows of the pane: a request with its reasons fits. */
const ROWS = '12'
const PATIENCE_MS = 5000

/**
 * Inside tmux, opens a pane below the agent that shows and answers approvals. It ends with this process, also after
 * `kill -9`.
 *
 * @returns a function that closes it; `null` outside of tmux, or where no pane can be opened
 */
export function openApprovalsPane(workspace: string): (() => void) | null {
  const { TMUX, TMUX_PANE: pane } = process.env
  if (!TMUX || pane === undefined || !/^%\d+$/.test(pane)) return null
  const tmux = findOutside(workspace, 'tmux')
  if (tmux === null) return null
  const command = [process.execPath, process.argv[1]!, 'approvals', 'watch', '--while', String(process.pid)]
  const where = ['-d', '-v', '-l', ROWS, '-t', pane, '-c', workspace]
  const { status, stdout } = spawnSync(
    tmux,
    ['split-window', ...where, '-P', '-F', '#{pane_id}', '-e', `POUNDLOCK_HOME=${stateFolder()}`, '--', ...command],
    { encoding: 'utf8', timeout: PATIENCE_MS, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const opened = stdout?.trim() ?? ''
  if (status !== 0 || !/^%\d+$/.test(opened)) return null
  return () => void spawnSync(tmux, ['kill-pane', '-t', opened], { timeout: PATIENCE_MS, stdio: 'ignore' })
}
