const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
};

/** A code of the file system in words. */
export function fileReason(code: string): string | undefined {
  return REASONS[code];
}
