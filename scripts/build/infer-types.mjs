import { readFileSync, writeFileSync } from "node:fs";
import ts from "@typescript/typescript6";

const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.NodeBuilderFlags;
const FORMAT = NoTruncation | InTypeAlias | MultilineObjectLiterals;

/**
 * Replaces zod schemas in declarations with the types that are inferred from them. zod is bundled, so users of the
 * library do not install it.
 *
 * @param {readonly string[]} files declaration files, each of one module, in a directory from which zod can be resolved
 */
export function inferTypes(files) {
  // Omitting the types of Node and the browser, which no schema uses, halves the time.
  const options = { module: ts.ModuleKind.NodeNext, strict: true, types: [], lib: ["lib.es2023.d.ts"] };
  const program = ts.createProgram([...files], options);
  for (const file of files) {
    const changes = program
      .getSourceFile(file)
      .statements.flatMap((statement) => changeOf(statement, program.getTypeChecker()));
    writeFileSync(file, withChanges(readFileSync(file, "utf8"), changes));
  }
}

function withChanges(text, changes) {
  return changes
    .toReversed()
    .reduce((rest, { from, to, by }) => rest.slice(0, from) + by + rest.slice(to), text);
}

function changeOf(statement, checker) {
  if (ts.isTypeAliasDeclaration(statement) && statement.type.getText().startsWith("z.infer<")) {
    const node = checker.typeToTypeNode(checker.getTypeAtLocation(statement), statement, FORMAT);
    const by = ts.createPrinter().printNode(ts.EmitHint.Unspecified, node, statement.getSourceFile());
    return [{ from: statement.type.getStart(), to: statement.type.end, by }];
  }
  const isSchema = ts.isVariableStatement(statement) && /: z\.Zod/.test(statement.getText());
  const isZod = ts.isImportDeclaration(statement) && statement.moduleSpecifier.text === "zod";
  return isSchema || isZod ? [{ from: statement.getFullStart(), to: statement.end, by: "" }] : [];
}
