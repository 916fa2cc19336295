// A hook that writes down what it is asked, where it runs and which folders it is told, and answers nothing.
import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const told = Object.entries(process.env).filter(([name]) => /^[A-Z]+_PROJECT_DIR$/.test(name))
const question = { folder: process.cwd(), environment: Object.fromEntries(told), payload: await text(process.stdin) }
appendFileSync(process.argv[2], `${JSON.stringify(question)}\n`)
