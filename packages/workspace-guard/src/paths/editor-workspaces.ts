import { namesIn } from '@poundlock/state-files/node'

/**
 * Files of a folder that an editor opens as a workspace, with its own tasks and settings; they can have any name.
 * Source: code.visualstudio.com/docs/editor/multi-root-workspaces.
 */
export const editorWorkspaces = (folder: string): readonly string[] =>
  namesIn(folder).filter((name) => name.toLowerCase().endsWith('.code-workspace'))
