/** `--name value` pairs over presets; a number stays a number. Unknown names are refused. */
export function readArguments(words, presets) {
  const options = { ...presets };
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, "");
    const value = words[i + 1];
    if (!(name in presets) || value === undefined) throw new Error(`unknown or empty option: ${words[i]}`);
    options[name] = typeof presets[name] === "number" ? Number(value) : value;
  }
  return options;
}
