import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds the page that the daemon serves: one script, one style sheet, and the document that names them.
 *
 * @param {string} dist
 * @returns esbuild's metafile of the script
 */
export async function buildPage(dist) {
  mkdirSync(`${dist}/web`, { recursive: true });
  copyFileSync(`${root}web/index.html`, `${dist}/web/index.html`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: "web/main.tsx", out: "page" },
      { in: "web/page.css", out: "page" },
    ],
    outdir: `${dist}/web`,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: ["chrome123", "firefox120", "safari17.5"],
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  return metafile;
}
