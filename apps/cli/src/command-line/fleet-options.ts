import type { Command } from 'commander'

/** On which node of a gateway a command runs, or on which of them. */
export const addNodeOptions = (command: Command): Command =>
  command
    .option('--record', 'record what it prints; see `poundlock audit play`')
    .option('--node <node>', 'on a node of the gateway: a name, an id, an address, labels')
    .option('--nodes <selection>', 'on several nodes: labels such as role=web, or names with commas between them')
    .option('--all', 'on every node')
    .option('--max-concurrency <count>', 'of several nodes, so many at a time (10)')
    .option('--max-errors <count>', 'start nothing more once more nodes have an error (0); 10% of the nodes')
    .option('--dry-run', 'decide on each of several nodes, and run nothing')
    .option('--yes', 'do not ask about more than ten nodes')
