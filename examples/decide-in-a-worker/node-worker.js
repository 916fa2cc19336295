/** Answers requests of `main.ts` with the Worker in a thread of Node, where workerd is not installed. */
import { parentPort, workerData } from 'node:worker_threads'

const { default: worker } = await import(workerData)
parentPort.on('message', async (body) => {
  const response = await worker.fetch(new Request('http://worker/', { method: 'POST', body }))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin.
  parentPort.postMessage({ status: response.status, answer: await response.json() })
})
