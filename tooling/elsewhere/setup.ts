import { relative } from 'node:path'
import { beforeEach } from 'vitest'
import { workspaceRoot } from '../workspace/list-packages.ts'
import { leftOutOn } from './left-out.ts'

const rows = leftOutOn(process.env['POUNDLOCK_FAKED_PLATFORM'])

beforeEach(({ task, skip }) => {
  const file = relative(workspaceRoot, task.file.filepath)
  const title = task.fullTestName.replace(`${task.file.name} > `, '').replaceAll(' > ', ' ')
  const row = rows.find((one) => one.file === file && one.tests?.some((begin) => title.startsWith(begin)) === true)
  if (row !== undefined) skip(row.reason)
})
