import type { AskingAgent } from '../hook/agent-format.ts'

/** The name of the server of guarded tools, as agents and their models see it. */
export const GUARDED_SERVER = 'poundlock'

/** The variable with the token of this run, for settings that name a variable. */
export const TOKEN_VARIABLE = 'POUNDLOCK_RUN_TOKEN'

/** What an agent is started with. */
export interface RunPlace {
  /** Its home folder for this run. */
  readonly home: string
  /** A folder for settings that are named by flags or variables. */
  readonly settings: string
  readonly workspace: string
  /** The guarded tools, over HTTP. */
  readonly tools: string
  readonly token: string
  /** The command line of the hook, for a shell. */
  readonly hook: string
  /** The variables of the person. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The home folder of the person. */
  readonly userHome: string
  /** Of the person, for the agent. */
  readonly args: readonly string[]
}

export type AskingPlace = Pick<RunPlace, 'home' | 'environment' | 'userHome' | 'args'>

/** The temporary layer of settings. */
export interface SettingsLayer {
  /** Absolute paths to texts. */
  readonly files: Readonly<Record<string, string>>
  /** Before the arguments of the person. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Set where an observed agent, too, gets a home folder of its own, with the borrowed files. */
  readonly movesHome?: boolean
  /** More hosts that its settings name, as rules of `sandbox.egress`. */
  readonly hosts?: readonly string[]
}

/** A file of the person that the agent needs: its login, or its notes about the person. */
export interface BorrowedFile {
  /** In the home folder of the person. */
  readonly from: string
  /** In the home folder of the run. */
  readonly to: string
  /**
   * Written back when the agent has changed it: a login that was renewed. Only an object of JSON with no keys that the
   * file did not have is.
   */
  readonly returns?: boolean
}

/** An agent whose settings are known. */
export interface KnownAgent {
  readonly name: string
  readonly title: string
  readonly program: string
  /** How to install it. */
  readonly install: string
  readonly hook: AskingAgent
  /**
   * Set where it shows requests of its server to the person. All other clients are asked nothing: what runs in the
   * sandbox of an agent has its token, and would answer for the person.
   */
  readonly showsForms?: boolean
  /** Names of variables that pass to it; a prefix ends in `*`. */
  readonly variables: readonly string[]
  /** The hosts of its models and of its login, and the variables that name others. */
  readonly hosts: readonly string[]
  readonly hostVariables: readonly string[]
  /** Folders of the workspace with settings that the agent would obey; it does not see them. */
  readonly hidden?: readonly string[]
  /**
   * Below its home folder: what it reads as settings, or runs, at its start. It may write there, so that a folder of
   * `--home` begins without them.
   */
  readonly ownSettings: readonly string[]
  /** Arguments of the person that would remove the layer, or contradict it. */
  readonly refusedArgs: readonly string[]
  borrowed(place: Pick<RunPlace, 'environment'>): readonly BorrowedFile[]
  /** Its own tools, about which it asks the editor: for `poundlock acp`. */
  asking?(place: AskingPlace): SettingsLayer
  /** The guarded tools in the place of its own. */
  guarded(place: RunPlace): SettingsLayer
  /** The hook alone, besides the settings of the person. */
  observed(place: RunPlace): SettingsLayer
}
