import { openJobs } from '../../src/jobs/index.ts'
import { launchHost, order } from './fixtures.ts'

// Starts so many jobs, says so, and goes on until it is killed.
const [folder, count] = process.argv.slice(2)
const jobs = openJobs({ folder: folder!, launchHost: () => launchHost(folder!), launchMs: 60_000 })
const started = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) => jobs.start(order(`echo ${index} $$; exec sleep 1000`))),
)
console.log(JSON.stringify(started.map(({ id }) => id)))
setInterval(() => {}, 1000)
