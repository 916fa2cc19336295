// The public declarations of @poundlock/profiles/git, written by `pnpm api`.

// index.d.ts
export { pathOfAddress } from './git-address.ts';
export { folderOfGitFile } from './git-file.ts';
export { areasOfHook } from './git-hooks.ts';
export { meaningOfSetting, type SettingMeaning } from './meaning-of-setting.ts';
export { type GitConfigFile, type GitSetting, keyOf, parseGitConfig } from './parse-git-config.ts';

// git-address.d.ts
export declare function isPlainAddress(text: string): boolean;
export declare function pathOfAddress(text: string): string | null;

// git-file.d.ts
export declare const folderOfGitFile: (text: string) => string | null;

// git-hooks.d.ts
import type { GitArea } from '../model/git-area.ts';
export declare const areasOfHook: (hook: string) => readonly GitArea[];

// meaning-of-setting.d.ts
import type { GitArea } from '../model/git-area.ts';
import type { GitSetting } from './parse-git-config.ts';
export type SettingMeaning =
{
    readonly kind: 'describes';
}
 | {
    readonly kind: 'acts';
    readonly areas: readonly GitArea[];
}
 | {
    readonly kind: 'unknown';
};
export declare function meaningOfSetting(setting: GitSetting, given?: 'file' | 'option'): SettingMeaning;
export declare function isHarmlessSetting(text: string): boolean;

// parse-git-config.d.ts
export interface GitSetting {
    readonly section: string;
    readonly subsection: string | null;
    readonly name: string;
    readonly value: string | null;
}
export interface GitConfigFile {
    readonly settings: readonly GitSetting[];
    readonly complete: boolean;
}
export declare function keyOf({ section, subsection, name }: GitSetting): string;
export declare function parseGitConfig(text: string): GitConfigFile;

// ../model/git-area.d.ts
export type GitArea = 'looks' | 'pages' | 'compares' | 'checks-out' | 'shows-diff' | 'shows-commits' | 'commits' | 'signs' | 'edits' | 'trailers' | 'merges' | 'replays' | 'patches' | 'talks' | 'pushes' | 'receives' | 'references' | 'collects' | 'archives' | 'formats' | 'initialises' | 'submodules' | 'recurses' | 'lists-files' | 'aliases';
