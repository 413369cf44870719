/** Whether a rendered reply says nothing, so that it makes no difference whether it arrives. `hook.sh` has the same rule. */
export function isEmptyOutput(rendered: string): boolean {
  return rendered === "" || rendered === "{}";
}
