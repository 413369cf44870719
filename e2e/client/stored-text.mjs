/**
 * Everything the store can tell about the project, as one text: the list and each checkpoint's inspection.
 * @param {import("./lab.mjs").Lab} lab
 */
export async function storedText(lab) {
  const { checkpoints } = await lab.json("list");
  const parts = [JSON.stringify(checkpoints)];
  for (const { id } of checkpoints) parts.push(JSON.stringify(await lab.json("inspect", id)));
  return parts.join("\n");
}
