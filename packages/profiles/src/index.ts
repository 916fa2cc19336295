export { profileCommand, type ProfileContext } from './profile-command.ts'
export { PROFILED_COMMANDS } from './catalogue.ts'
export type { GitArea } from './model/git-area.ts'
export type {
  KnownProfile,
  ProfileEffect,
  ProfileRefusalCode,
  ProfileResult,
  UnknownProfile,
  Unpacked,
} from './model/result.ts'
export { mayBeOption, type ProfileWord } from './model/word.ts'
