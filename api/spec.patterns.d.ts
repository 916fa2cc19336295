// The public declarations of @poundlock/spec/patterns, written by `pnpm api`.

// index.d.ts
export { linearPattern, type LinearPattern } from './linear-pattern.ts';

// linear-pattern.d.ts
export declare const LONGEST_PATTERN = 2000;
export interface LinearPattern {
    fits(text: string): boolean;
    occursIn(text: string): boolean;
    readonly size: number;
}
export type PatternDialect = 'unicode' | 'schema';
export declare function linearPattern(source: string, dialect?: PatternDialect): LinearPattern;
