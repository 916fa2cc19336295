// The public declarations of @poundlock/sandbox-unshare, written by `pnpm api`.

// index.d.ts
export { createUnshareBackend, type UnshareBackend } from './backend/unshare-backend.ts';
export type { UnshareBackendOptions } from './backend/unshare-options.ts';
export type { PoolOptions } from './pool/pool-options.ts';
export { RENDERER_NAMES, type RendererName } from './renderers/renderer.ts';

// backend/inside-user.d.ts
import type { InsideUser } from '@poundlock/sandbox';
export interface Users {
    readonly become: {
        readonly uid: number;
        readonly gid: number;
    } | null;
    readonly host: {
        readonly uid: number;
        readonly gid: number;
    };
    readonly inside: InsideUser;
}
export declare function usersFor(workspace: string): Users;

// backend/machine-reasons.d.ts
import type { Architecture } from '../system-calls/system-calls.ts';
export interface Machine {
    readonly platform: string;
    readonly architecture: string;
}
export declare function machineReasons({ platform, architecture }: Machine): readonly string[];
export declare function isArchitecture(name: string): name is Architecture;

// backend/unshare-backend.d.ts
import { type SandboxBackend } from '@poundlock/sandbox';
import type { UnshareBackendOptions } from './unshare-options.ts';
export type UnshareBackend = SandboxBackend & Required<Pick<SandboxBackend, 'warm' | 'close'>>;
export declare function createUnshareBackend(options: UnshareBackendOptions): UnshareBackend;

// backend/unshare-options.d.ts
import type { ResolveHost } from '@poundlock/egress';
import type { PoolOptions } from '../pool/pool-options.ts';
import type { RendererName } from '../renderers/renderer.ts';
import type { Machine } from './machine-reasons.ts';
export interface UnshareBackendOptions {
    readonly cacheDirectory: string;
    readonly stateDirectory: string;
    readonly scratchBytes?: number;
    readonly renderer?: RendererName;
    readonly unixSockets?: boolean;
    readonly pool?: PoolOptions;
    readonly resolveHost?: ResolveHost;
    readonly machine?: Machine;
}
export declare function probeFolder(cacheDirectory: string): string;

// loader/program.d.ts
import type { MountStep } from '@poundlock/sandbox';
import { type Architecture, type SystemCall } from '../system-calls/system-calls.ts';
export interface Cell {
    readonly address: number;
}
export interface Slot {
    step: number | null;
}
export type Argument = number | string | Uint8Array;
export interface StepOptions {
    readonly does: string;
    readonly tolerate?: number | 'any';
    readonly store?: Cell | {
        readonly matchOf: Slot;
    };
    readonly firstFrom?: Cell;
    readonly when?: {
        readonly result: number;
        readonly goTo: Slot;
    };
    readonly goTo?: Slot;
}
export type ProgramPart = MountStep['kind'] | 'landlock-ruleset' | 'working-directory';
export interface AssembledProgram {
    readonly bytes: Uint8Array;
    readonly asks: boolean;
    stepAt(address: number): string;
    partAt(address: number): ProgramPart | null;
}
export declare class Program {
    #private;
    constructor(architecture: Architecture);
    data(bytes: Uint8Array): number;
    text(value: string): number;
    texts(values: readonly string[]): number;
    words(values: readonly number[]): number;
    cell(): Cell;
    slot(): Slot;
    reach(slot: Slot): void;
    call(name: SystemCall, args: readonly Argument[], options: StepOptions): void;
    during(part: ProgramPart, add: () => void): void;
    next(does: string): void;
    prepareRecord(kind: number): {
        readonly address: number;
        readonly cell: Cell;
    };
    sendRecord(address: number, does: string): void;
    assemble(): AssembledProgram;
}

// pool/pool-options.d.ts
export interface PoolOptions {
    readonly size: number;
    readonly idleMs?: number;
}

// renderers/renderer.d.ts
import type { Defence, MountPlan, SandboxCommand, SandboxLimits, SandboxPolicy, SystemFacts } from '@poundlock/sandbox';
import type { Users } from '../backend/inside-user.ts';
import type { AssembledProgram } from '../loader/program.ts';
import type { Architecture } from '../system-calls/system-calls.ts';
export declare const RENDERER_NAMES: readonly ['namespaces', 'bubblewrap', 'landlock'];
export type RendererName = (typeof RENDERER_NAMES)[number];
export interface RenderRequest {
    readonly architecture: Architecture;
    readonly loader: string;
    readonly policy: SandboxPolicy;
    readonly system: SystemFacts;
    readonly users: Users;
    readonly plan: MountPlan;
    readonly controlGroups: readonly string[];
    readonly limits: SandboxLimits;
    readonly command: SandboxCommand;
}
export type BuildRequest = Omit<RenderRequest, 'command'>;
export interface Rendering {
    readonly programs: readonly AssembledProgram[];
    cleanUp?(): Promise<void>;
}
export interface BuildRendering {
    readonly programs: readonly AssembledProgram[];
    readonly tell: (command: SandboxCommand) => AssembledProgram;
}
export interface Renderer {
    readonly name: RendererName;
    readonly mounts: boolean;
    readonly identity: readonly string[];
    readonly tools: readonly string[];
    impossible(): readonly string[];
    refusals(policy: SandboxPolicy): readonly string[];
    namespaces(policy: SandboxPolicy): readonly string[];
    defences(policy: SandboxPolicy): Readonly<Record<string, Defence>>;
    render(request: RenderRequest): Rendering;
    build?(request: BuildRequest): BuildRendering;
}

// system-calls/system-calls.d.ts
export type Architecture = 'x64' | 'arm64';
declare const NUMBERS: {
    readonly read: readonly [0, 63];
    readonly write: readonly [1, 64];
    readonly open: readonly [2, null];
    readonly close: readonly [3, 57];
    readonly lseek: readonly [8, 62];
    readonly ioctl: readonly [16, 29];
    readonly shmget: readonly [29, 194];
    readonly shmat: readonly [30, 196];
    readonly shmctl: readonly [31, 195];
    readonly getpid: readonly [39, 172];
    readonly socket: readonly [41, 198];
    readonly connect: readonly [42, 203];
    readonly sendmsg: readonly [46, 211];
    readonly bind: readonly [49, 200];
    readonly listen: readonly [50, 201];
    readonly socketpair: readonly [53, 199];
    readonly clone: readonly [56, 220];
    readonly execve: readonly [59, 221];
    readonly wait4: readonly [61, 260];
    readonly kill: readonly [62, 129];
    readonly semget: readonly [64, 190];
    readonly semop: readonly [65, 193];
    readonly semctl: readonly [66, 191];
    readonly msgget: readonly [68, 186];
    readonly msgsnd: readonly [69, 189];
    readonly msgrcv: readonly [70, 188];
    readonly msgctl: readonly [71, 187];
    readonly fcntl: readonly [72, 25];
    readonly chdir: readonly [80, 49];
    readonly creat: readonly [85, null];
    readonly chmod: readonly [90, null];
    readonly fchmod: readonly [91, 52];
    readonly chown: readonly [92, null];
    readonly fchown: readonly [93, 55];
    readonly lchown: readonly [94, null];
    readonly umask: readonly [95, 166];
    readonly ptrace: readonly [101, 117];
    readonly syslog: readonly [103, 116];
    readonly getppid: readonly [110, 173];
    readonly setsid: readonly [112, 157];
    readonly setgroups: readonly [116, 159];
    readonly setresuid: readonly [117, 147];
    readonly setresgid: readonly [119, 149];
    readonly capset: readonly [126, 91];
    readonly utime: readonly [132, null];
    readonly mknod: readonly [133, null];
    readonly uselib: readonly [134, null];
    readonly personality: readonly [135, 92];
    readonly ustat: readonly [136, null];
    readonly sysfs: readonly [139, null];
    readonly vhangup: readonly [153, 58];
    readonly modify_ldt: readonly [154, null];
    readonly setpriority: readonly [141, 140];
    readonly sched_setparam: readonly [142, 118];
    readonly sched_setscheduler: readonly [144, 119];
    readonly pivot_root: readonly [155, 41];
    readonly lgetxattr: readonly [192, 9];
    readonly _sysctl: readonly [156, null];
    readonly prctl: readonly [157, 167];
    readonly adjtimex: readonly [159, 171];
    readonly chroot: readonly [161, 51];
    readonly acct: readonly [163, 89];
    readonly settimeofday: readonly [164, 170];
    readonly mount: readonly [165, 40];
    readonly umount2: readonly [166, 39];
    readonly swapon: readonly [167, 224];
    readonly swapoff: readonly [168, 225];
    readonly reboot: readonly [169, 142];
    readonly sethostname: readonly [170, 161];
    readonly setdomainname: readonly [171, 162];
    readonly iopl: readonly [172, null];
    readonly ioperm: readonly [173, null];
    readonly create_module: readonly [174, null];
    readonly init_module: readonly [175, 105];
    readonly delete_module: readonly [176, 106];
    readonly get_kernel_syms: readonly [177, null];
    readonly query_module: readonly [178, null];
    readonly quotactl: readonly [179, 60];
    readonly nfsservctl: readonly [180, 42];
    readonly setxattr: readonly [188, 5];
    readonly lsetxattr: readonly [189, 6];
    readonly fsetxattr: readonly [190, 7];
    readonly removexattr: readonly [197, 14];
    readonly lremovexattr: readonly [198, 15];
    readonly fremovexattr: readonly [199, 16];
    readonly sched_setaffinity: readonly [203, 122];
    readonly lookup_dcookie: readonly [212, 18];
    readonly semtimedop: readonly [220, 192];
    readonly clock_settime: readonly [227, 112];
    readonly exit_group: readonly [231, 94];
    readonly utimes: readonly [235, null];
    readonly mbind: readonly [237, 235];
    readonly set_mempolicy: readonly [238, 237];
    readonly mq_open: readonly [240, 180];
    readonly mq_unlink: readonly [241, 181];
    readonly kexec_load: readonly [246, 104];
    readonly add_key: readonly [248, 217];
    readonly request_key: readonly [249, 218];
    readonly keyctl: readonly [250, 219];
    readonly ioprio_set: readonly [251, 30];
    readonly migrate_pages: readonly [256, 238];
    readonly openat: readonly [257, 56];
    readonly mkdirat: readonly [258, 34];
    readonly mknodat: readonly [259, 33];
    readonly fchownat: readonly [260, 54];
    readonly futimesat: readonly [261, null];
    readonly symlinkat: readonly [266, 36];
    readonly fchmodat: readonly [268, 53];
    readonly unshare: readonly [272, 97];
    readonly move_pages: readonly [279, 239];
    readonly utimensat: readonly [280, 88];
    readonly fallocate: readonly [285, 47];
    readonly dup3: readonly [292, 24];
    readonly perf_event_open: readonly [298, 241];
    readonly fanotify_init: readonly [300, 262];
    readonly fanotify_mark: readonly [301, 263];
    readonly pipe2: readonly [293, 59];
    readonly prlimit64: readonly [302, 261];
    readonly setrlimit: readonly [160, 164];
    readonly name_to_handle_at: readonly [303, 264];
    readonly open_by_handle_at: readonly [304, 265];
    readonly clock_adjtime: readonly [305, 266];
    readonly setns: readonly [308, 268];
    readonly process_vm_readv: readonly [310, 270];
    readonly process_vm_writev: readonly [311, 271];
    readonly kcmp: readonly [312, 272];
    readonly finit_module: readonly [313, 273];
    readonly sched_setattr: readonly [314, 274];
    readonly seccomp: readonly [317, 277];
    readonly memfd_create: readonly [319, 279];
    readonly kexec_file_load: readonly [320, 294];
    readonly bpf: readonly [321, 280];
    readonly userfaultfd: readonly [323, 282];
    readonly io_uring_setup: readonly [425, 425];
    readonly io_uring_enter: readonly [426, 426];
    readonly io_uring_register: readonly [427, 427];
    readonly open_tree: readonly [428, 428];
    readonly move_mount: readonly [429, 429];
    readonly fsopen: readonly [430, 430];
    readonly fsconfig: readonly [431, 431];
    readonly fsmount: readonly [432, 432];
    readonly fspick: readonly [433, 433];
    readonly clone3: readonly [435, 435];
    readonly close_range: readonly [436, 436];
    readonly openat2: readonly [437, 437];
    readonly pidfd_getfd: readonly [438, 438];
    readonly process_madvise: readonly [440, 440];
    readonly mount_setattr: readonly [442, 442];
    readonly quotactl_fd: readonly [443, 443];
    readonly landlock_create_ruleset: readonly [444, 444];
    readonly landlock_add_rule: readonly [445, 445];
    readonly landlock_restrict_self: readonly [446, 446];
    readonly memfd_secret: readonly [447, 447];
    readonly set_mempolicy_home_node: readonly [450, 450];
    readonly fchmodat2: readonly [452, 452];
    readonly setxattrat: readonly [463, 463];
    readonly removexattrat: readonly [466, 466];
};
export type SystemCall = keyof typeof NUMBERS;
export declare function systemCallNumber(name: SystemCall, architecture: Architecture): number | null;
export {};
