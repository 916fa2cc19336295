export { profileCommand, type ProfileContext } from './profile-command.ts'
export { PROFILED_COMMANDS } from './catalogue.ts'
export { environmentObeyedBy, type ObeyedVariable } from './environment.ts'
export type {
  ExecutionOrigin,
  KnownProfile,
  ProfileEffect,
  ProfileEffectKind,
  ProfileRefusalCode,
  ProfileVerdict,
  UnknownProfile,
} from './verdict.ts'
export type { DynamicWord, ProfileWord } from './word.ts'
