import type { DirectoryMove } from "../directory-move.ts";
import type { Project } from "../record.ts";

/** The projects. Each root has one project, which the first caller creates. */
export interface ProjectStorage {
  /** Adds the project, or returns the one that already has this root. Notes its directory if that is another one now. */
  ensureProject(project: Project): Promise<Project>;
  getProject(id: string): Promise<Project | undefined>;
  /** All projects, oldest first. */
  listProjects(limit: number): Promise<Project[]>;
  findProjectByRoot(root: string): Promise<Project | undefined>;
  /** The newest project with this directory. */
  findProjectByDirectory(directory: string): Promise<Project | undefined>;
  /**
   * Changes the root of a project, and the directories of its sessions and checkpoints that are in it. Does nothing if its
   * root is not `from` any more.
   */
  moveProject(id: string, move: DirectoryMove): Promise<void>;
}
