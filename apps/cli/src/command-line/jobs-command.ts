import type { Command } from 'commander'
import type { JobsFlags } from '../commands/jobs.ts'
import { examples } from './shared-options.ts'

/** `poundlock jobs …` */
export function jobs(program: Command): void {
  const group = program
    .command('jobs')
    .description('commands that run in the background')
    .addHelpText('after', examples('poundlock exec --background -- npm run dev', 'poundlock jobs list'))
  const load = () => import('../commands/jobs.ts')
  const named = (name: string, description: string) =>
    group.command(name).description(description).argument('<id>', 'its id, or a unique beginning of it')
  const withJson = (command: Command) => command.option('--json', 'as JSON')
  withJson(group.command('list').description('list running commands, and the last ended ones'))
    .addHelpText('after', examples('poundlock jobs list', "poundlock jobs list --json | jq -r '.jobs[].id'"))
    .action(async (flags: JobsFlags) => (await load()).listJobs(flags))
  named('log', 'print its output unchanged')
    .option('--follow', 'follow the output until it ends')
    .addHelpText('after', examples('poundlock jobs log job_3f', 'poundlock jobs log --follow job_3f'))
    .action(async (id: string, flags: JobsFlags) => (await load()).logJob(id, flags))
  withJson(named('wait', 'wait until it has ended; exit with its exit code'))
    .addHelpText('after', examples('poundlock jobs wait job_3f'))
    .action(async (id: string, flags: JobsFlags) => (await load()).waitForJob(id, flags))
  withJson(named('end', 'end it: SIGTERM first, then SIGKILL'))
    .addHelpText('after', examples('poundlock jobs end job_3f'))
    .action(async (id: string, flags: JobsFlags) => (await load()).endJob(id, flags))
  withJson(named('remove', 'remove one that has ended, with its log'))
    .addHelpText('after', examples('poundlock jobs remove job_3f'))
    .action(async (id: string, flags: JobsFlags) => (await load()).removeJob(id, flags))
  // The process that runs them; it is started when it is needed.
  group
    .command('serve', { hidden: true })
    .description('run background commands until there are none')
    .action(async () => (await load()).serveJobs())
}
