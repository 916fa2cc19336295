// The three entries of the package in one file: the client and its transport share the tables of methods.
export * from '@poundlock/protocol'
export * from '@poundlock/protocol/client'
export * from '@poundlock/protocol/node'
