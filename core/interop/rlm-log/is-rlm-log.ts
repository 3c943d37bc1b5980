// Whether a file is a log of the RLM library, told by how it begins: `.jsonl` alone says nothing.

import { isFields } from './log-shapes.ts';

/** So much of the beginning is enough. */
export const RLM_LOG_HEAD_BYTES = 65_536;

/** head   the file's first characters; its first line need not be whole */
export function isRlmLog(head: string): boolean {
  const [first = '', ...others] = head.trimStart().split('\n');
  if (others.length === 0)
    return /^\{\s*"type"\s*:\s*"iteration"\s*,\s*"iteration"\s*:\s*\d/.test(first) || isLogLine(first);
  return isLogLine(first);
}

function isLogLine(line: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return false;
  }
  if (!isFields(value)) return false;
  if (value['type'] === 'metadata') return 'root_model' in value;
  return 'response' in value && 'code_blocks' in value;
}
