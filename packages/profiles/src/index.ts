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
  Unpacked,
} from './verdict.ts'
export { mayBeOption, type DynamicWord, type ProfileWord } from './word.ts'
