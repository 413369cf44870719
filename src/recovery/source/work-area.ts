/** Where in its worktree a session worked. Directories are relative to the worktree; `""` is its root. */
export interface WorkArea {
  /** The package in which it was started, otherwise that directory. */
  home: string;
  isPackage: boolean;
  /** The packages of the files that it changed. */
  changed: readonly string[];
}

/** The root of a worktree, with nothing known about the files. */
export const ROOT_AREA: WorkArea = { home: "", isPackage: false, changed: [] };

/**
 * Whether a session that starts in an area goes on with what was done in another one. At the root, that is what was
 * started there or in no package. In a package, it is what changed files of this package or, if it changed files of
 * none, what was started in it.
 */
export function isSameWork(starting: WorkArea, earlier: WorkArea): boolean {
  if (starting.home === "") return !(earlier.isPackage && earlier.home !== "");
  return placesOf(earlier).some((place) => areRelated(place, starting.home));
}

/** Whether it was started at the root and changed files of no package, so that it may have been about anything. */
export function isGeneral(area: WorkArea): boolean {
  return placesOf(area).length === 0;
}

/** Whether two sessions worked in the same place. */
export function shareWork(one: WorkArea, other: WorkArea): boolean {
  return placesOf(one).some((place) => placesOf(other).some((also) => areRelated(place, also)));
}

/** The files decide, since an agent may work elsewhere than it was started. */
function placesOf({ home, changed }: WorkArea): readonly string[] {
  if (changed.length > 0) return changed;
  return home === "" ? [] : [home];
}

function areRelated(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
