import { adapterContract } from '../drivers/adapter-contract.ts'
import { openDriver } from '../drivers/openai-agents.ts'

adapterContract('openai-agents', openDriver)
