import { verifyAuditLog } from '@poundlock/audit/node'
import { remedies, type CallOutcome } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { DEMO_STEPS, type DemoStep, type Stage } from '../demo/demo-steps.ts'
import { openStage } from '../demo/stage.ts'
import { EXIT } from '../exit-code.ts'
import { assemble } from '../host/assemble.ts'
import { paint, printLine } from '../output/print.ts'

/** `poundlock demo`: real commands through both gates. Exit code 0 only when each did what the text says. */
export async function demo(): Promise<void> {
  const { bold, dim, good, bad } = paint()
  const stage = openStage()
  process.once('exit', () => stage.close())
  process.env['POUNDLOCK_HOME'] = stage.stateDirectory
  const { runtime, context, backend, sandboxPolicy, auditDirectory } = await assemble({ workspace: stage.workspace })

  await printLine(bold('Poundlock: one gate decides, one gate contains.'))
  await printLine(dim(`Every command below is real. It works in ${stage.workspace}; it asks no one.\n`))
  const status = await backend.status(sandboxPolicy)
  await printLine(
    `The sandbox: ${status.backend}, ${status.active ? good('proven on this machine') : bad('not active')}`,
  )
  for (const reason of status.fallbackReasons) await printLine(`  ${bad(reason)}`)

  let failures = 0
  for (const [index, step] of DEMO_STEPS.entries()) {
    const call = { id: `demo_${index + 1}`, name: 'exec', input: { command: step.command(stage), timeout: 30 } }
    const outcome = await runtime.call(call, context)
    const isRight = step.holds(outcome, stage)
    if (!isRight) failures++
    await printStep(index + 1, step, call.input.command, outcome, stage)
    await printLine(`   ${isRight ? good('✓') : bad('✗ NOT AS CLAIMED:')} ${step.claim}`)
    if (!isRight) await printLine(dim(`     ${JSON.stringify(outcome)}`))
  }

  const chain = await verifyAuditLog(auditDirectory)
  if (!chain.ok || chain.records === 0) failures++
  await printLine(`\n${bold('Everything is written down')}`)
  await printLine(
    `   ${chain.ok ? good('✓') : bad('✗')} the audit chain holds ${chain.records} records and is ${chain.ok ? 'whole' : 'broken'}`,
  )
  await printLine(
    failures === 0
      ? `\n${good('All of it did what it says.')} Next: poundlock exec -- "your command", poundlock check -- "your command"`
      : `\n${bad(`${failures} did not do what they say`)}; see poundlock doctor`,
  )
  stage.close()
  process.exitCode = failures === 0 ? EXIT.done : status.active ? EXIT.internal : EXIT.unavailable
}

async function printStep(
  number: number,
  { title }: DemoStep,
  command: string,
  outcome: CallOutcome,
  stage: Stage,
): Promise<void> {
  const { bold, dim, decisions } = paint()
  const shown = (text: string) => visibleText(text.replaceAll(stage.secret, '‹the secret›'), { newlines: 'keep' })
  const { decision, run } = outcome
  await printLine(`\n${bold(`${number}. ${title}`)}\n   ${dim('$')} ${shown(command)}`)
  if (decision) {
    await printLine(`   decided: ${decisions[decision.decision](decision.decision)}`)
    for (const reason of decision.reasons) {
      await printLine(`     ${shown(reason.message)}${reason.source?.includes(':') ? dim(` ${reason.source}`) : ''}`)
    }
    for (const remedy of remedies(decision.fix)) await printLine(`     ${shown(remedy)}`)
  }
  if (run) {
    for (const line of shown(run.stdout + run.stderr)
      .split('\n')
      .filter(Boolean)
      .slice(0, 6))
      await printLine(`   ${dim('│')} ${line}`)
    await printLine(
      `   contained: ${outcome.sandbox?.active ? 'yes' : 'no'}, ${run.exitText}, ${Math.round(run.durationMs)} ms`,
    )
    for (const denial of run.denials) await printLine(`     ${shown(denial.message)}`)
  } else await printLine('   nothing ran')
}
