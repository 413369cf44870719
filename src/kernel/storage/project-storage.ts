import type { Project } from "../record.ts";

/** The projects. Each root has one project, which the first caller creates. */
export interface ProjectStorage {
  /** Adds the project, or returns the one that already has this root. */
  ensureProject(project: Project): Promise<Project>;
  getProject(id: string): Promise<Project | undefined>;
  /** All projects, oldest first. */
  listProjects(limit: number): Promise<Project[]>;
  findProjectByRoot(root: string): Promise<Project | undefined>;
}
