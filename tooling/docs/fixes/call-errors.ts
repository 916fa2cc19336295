/** An error that is thrown in one place, without a type that lists it. */
export interface CallError {
  readonly cause: string
  readonly fix: string
}

const AGAIN_APPROVE = 'Ask again: the approval was for what it was then.'
const OWN_BUG = 'Correct the program that opens the host, and start it again.'
const CLIENT = 'Update the client; both sides must be of one release.'

/** Errors of calls, tools, hooks, agents and sockets, by the part of the page and the code. */
export const CALL_ERRORS: Readonly<Record<string, Readonly<Record<string, CallError>>>> = {
  'Calls and their tools': {
    FILE_REFUSED: {
      cause: 'A tool met a file that the rules do not allow, and that the call did not name.',
      fix: 'Name the file in a call of its own, for which approval can be asked, or use another one.',
    },
    TOOL_NAME: {
      cause: 'A handler has a name that no tool can have, or that is not the one of a built-in tool.',
      fix: OWN_BUG,
    },
    TOOL_NAME_TAKEN: { cause: 'Two handlers have one name.', fix: OWN_BUG },
    TOOL_OUTPUT: {
      cause: 'A handler returned something that is no output, or that cannot be searched for secrets.',
      fix: 'Let the tool return plain data. Its effects remain.',
    },
    OUTPUT_SHAPE: {
      cause: 'The answer of a model does not have the shape that was asked for.',
      fix: 'Answer again; `details` lists what is wrong.',
    },
    PROCESS_CALL: {
      cause: 'The call of `process` names no job, or does with it what cannot be done.',
      fix: 'List the jobs, and call again with the id of one.',
    },
    CONFIG_UNKNOWN: { cause: 'There is no setting of this name.', fix: 'Call the tool without a name; it lists all.' },
    SKILL_UNKNOWN: { cause: 'There is no skill of this name.', fix: 'Use one of the skills that the message lists.' },
    USER_UNREACHABLE: {
      cause: 'The terminal that messages for the user go to is closed.',
      fix: 'Run it in an open terminal.',
    },
    MCP_TOOL_ERROR: {
      cause: 'The tool of an MCP server answered that it failed.',
      fix: 'Read its message; the server decides about it.',
    },
    TOO_MANY_COMMANDS: {
      cause: 'A line runs more commands than are read.',
      fix: 'Split the line into several calls.',
    },
    UNREAD: {
      cause: 'The tool sends text that may be commands to a program, and the text is not read.',
      fix: 'Run the commands with `exec`, or approve the call.',
    },
    AUDIT_WRITE: {
      cause: 'The end of a run could not be written to the audit log.',
      fix: 'Free space on the disk, then look at the log: `poundlock audit verify`.',
    },
    RUN_OUTCOME_UNKNOWN: {
      cause: 'Poundlock or a node ended while a command ran: how it ended is not known.',
      fix: 'Look at what was done before you repeat it.',
    },
    RECORDING: {
      cause: 'A recording cannot be made or played: the host keeps none, or the file is missing or damaged.',
      fix: 'Call without a recording, or name one that `poundlock audit tail` lists.',
    },
  },
  'Hooks, directives and batches': {
    HOOK_INVALID: {
      cause: 'A hook can never match, or never ends.',
      fix: 'Correct the hook that the message names; nothing runs until then.',
    },
    HOOK_BROKEN: {
      cause: 'The program of a hook failed, or its answer cannot be read. The call was denied.',
      fix: 'Run the program by hand with the input of the call, and correct it.',
    },
    SKILL_RUNS: {
      cause: 'A skill runs commands when it is loaded, and they are not allowed.',
      fix: 'Read the skill; allow its commands by a rule.',
    },
    DIRECTIVE: {
      cause: 'The text is no directive, or one with a wrong value.',
      fix: 'Correct it; [agents and sessions](policy.md#agents-and-sessions) lists them.',
    },
    DIRECTIVE_REFUSED: {
      cause: 'The configuration does not let this sender give the directive.',
      fix: 'Ask the owner of the configuration; `poundlock sandbox explain` names the key.',
    },
    BAD_LINE: { cause: 'A line is no JSON object, or no record.', fix: 'Correct the line; the others are answered.' },
  },
  'Agents and nodes': {
    AGENT_LIMIT: {
      cause: 'A session has as many agents as it may have, or an agent that works for another one gave a task.',
      fix: 'Do the rest in the session itself.',
    },
    AGENT_MODEL: {
      cause: 'A task names a model that it cannot have.',
      fix: 'Leave `model` out, or name one that is offered.',
    },
    AGENT_TASK: {
      cause: 'A client gave a task; only a model of the gateway can.',
      fix: 'Begin a session, and give it a prompt.',
    },
    GATEWAY_ENDED: {
      cause: 'The gateway ended while a model worked.',
      fix: 'Look at what was done, then give the prompt again.',
    },
    NODE_LOST: {
      cause: 'A node disconnected while it ran a command.',
      fix: 'Wait: the node reports the end when it is back.',
    },
    NODE_UNABLE: { cause: 'The node cannot run the call.', fix: 'Read the message, or name another node.' },
    NODE_CANCELLED: { cause: 'The run on a node was cancelled.', fix: 'Nothing to mend: the caller stopped it.' },
    HANDLER_FAILED: {
      cause: 'The other side of the bus failed; its message is withheld, since it may hold secrets.',
      fix: 'Look into the log of the gateway that served it.',
    },
  },
  // Drift: the codes of `Drift` in packages/approvals.
  'What changed after an approval': {
    DRIFT_TEXT: { cause: 'The command line is not the one that was approved.', fix: AGAIN_APPROVE },
    DRIFT_ARGUMENTS: { cause: 'The arguments are not those that were approved.', fix: AGAIN_APPROVE },
    DRIFT_EXECUTABLE: { cause: 'The program is another file than the approved one.', fix: AGAIN_APPROVE },
    DRIFT_EXECUTABLE_PATH: { cause: 'The program lies elsewhere than the approved one.', fix: AGAIN_APPROVE },
    DRIFT_SCRIPT: { cause: 'The content of a script is not the approved one.', fix: AGAIN_APPROVE },
    DRIFT_DIRECTORY: { cause: 'The working folder is not the approved one.', fix: AGAIN_APPROVE },
    DRIFT_ENVIRONMENT: { cause: 'The variables are not the approved ones.', fix: AGAIN_APPROVE },
    DRIFT_HOST: { cause: 'The command would run on another host.', fix: AGAIN_APPROVE },
    DRIFT_AGENT: { cause: 'Another agent makes the call.', fix: AGAIN_APPROVE },
    DRIFT_SESSION: { cause: 'Another session makes the call.', fix: AGAIN_APPROVE },
    DRIFT_UNKEPT: { cause: 'A file cannot be kept as it was approved.', fix: AGAIN_APPROVE },
  },
  'The socket for approvals': {
    SOCKET_CALL: { cause: 'The call has a form that is not known.', fix: CLIENT },
    SOCKET_BUSY: { cause: 'The client makes too many calls.', fix: 'Wait a second.' },
    SOCKET_MAC: {
      cause: 'The client does not have the token of this host.',
      fix: 'Run the client as the user of the host, with the same state folder.',
    },
    SOCKET_EXPIRED: { cause: 'A call arrived too late, or the clocks differ.', fix: 'Try again.' },
    SOCKET_REPLAYED: { cause: 'A call was sent a second time.', fix: 'Make a new call.' },
    SOCKET_UNPROVEN: {
      cause: 'The client did not prove that it runs as the user of the host.',
      fix: 'Run the client as that user, on the same machine.',
    },
    SOCKET_UNEXPECTED: { cause: 'A message does not have the form that is expected at this point.', fix: CLIENT },
  },
}
