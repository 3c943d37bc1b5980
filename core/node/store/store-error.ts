// What can go wrong with a study file, for programs (kind) and for people (words: what happened, where, what to do).

import { basename } from 'node:path';
import { StorageFailure } from '#core/study/index.ts';

export type StoreErrorKind =
  | 'missing'
  | 'exists'
  | 'not-a-study'
  | 'unfinished'
  | 'truncated'
  | 'damaged'
  | 'newer-version'
  | 'unreadable'
  | 'read-only-folder'
  | 'disk-full'
  | 'in-use'
  | 'no-locks'
  | 'failed';

export interface StoreError {
  readonly kind: StoreErrorKind;
  readonly words: string;
}

/** What an open study file throws when it cannot be used: a StorageFailure that knows of what kind it is. */
export class StoreFailure extends StorageFailure {
  readonly error: StoreError;

  constructor(error: StoreError) {
    super(error.words);
    this.error = error;
  }
}

/** Turns whatever the file system or the database said into a StoreError about this file. */
export function storeErrorOf(error: unknown, path: string): StoreError {
  const name = basename(path);
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return { kind: 'missing', words: `There is no file ${name} there (any more).` };
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_PERM':
    case 'SQLITE_AUTH':
      return { kind: 'unreadable', words: `${name} may not be read. Check the rights of the file and its folder.` };
    case 'EROFS':
    case 'SQLITE_READONLY':
      return {
        kind: 'read-only-folder',
        words: `${name} lies where nothing may be written. Save it to another folder.`,
      };
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return { kind: 'disk-full', words: `The disk is full. Nothing of ${name} is lost; make room and try again.` };
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return { kind: 'in-use', words: `Another program is writing to ${name}. Close it there and try again.` };
    case 'no-locks':
      return { kind: 'no-locks', words: `${name} ${NO_LOCKS}` };
    case 'ENOTCONN':
    case 'ESTALE':
    case 'EHOSTDOWN':
    case 'ETIMEDOUT':
    case 'EIO':
    case 'SQLITE_IOERR':
      return {
        kind: 'failed',
        words: `${name} cannot be reached: the drive it lies on does not answer (${messageOf(error)}). Check it or connect the drive again, then open the study once more.`,
      };
    case 'SQLITE_NOTADB':
      return { kind: 'not-a-study', words: `${name} is not a Peek study.` };
    case 'SQLITE_CORRUPT':
    case 'Z_DATA_ERROR':
    case 'Z_BUF_ERROR':
      return {
        kind: 'damaged',
        words: `${name} is damaged: parts of it cannot be read. Use a copy of it, if there is one.`,
      };
    default:
      return { kind: 'failed', words: `${name} could not be used: ${messageOf(error)}` };
  }
}

/** The file was moved or deleted under an open database (SQLITE_READONLY_DBMOVED). */
const MOVED = 1032;

/** SQLITE_IOERR_LOCK, _RDLOCK, _UNLOCK, _CHECKRESERVEDLOCK, and PROTOCOL: the file system cannot lock. */
const CANNOT_LOCK: ReadonlySet<unknown> = new Set([3_850, 2_314, 2_058, 3_594, 15]);

/** After a name. */
export const NO_LOCKS =
  'lies on a drive that cannot lock files, as some network drives are. It can be read there; copy it to another disk to change it.';

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('sqliteExtendedCode' in error && error.sqliteExtendedCode === MOVED) return 'ENOENT';
  if ('sqliteExtendedCode' in error && CANNOT_LOCK.has(error.sqliteExtendedCode)) return 'no-locks';
  if ('sqliteCodeName' in error && typeof error.sqliteCodeName === 'string') return primaryName(error.sqliteCodeName);
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** SQLITE_READONLY_DBMOVED and the like stand for their first two words. */
function primaryName(name: string): string {
  return name.split('_').slice(0, 2).join('_');
}

/** Whether the database said it, or what unpacks its texts, as against a fault of ours. */
export function isOfFile(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return 'sqliteCodeName' in error || ('code' in error && String(error.code).startsWith('Z_'));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
