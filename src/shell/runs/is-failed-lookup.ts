import { parseCommands } from "../parse-commands.ts";

/** Programs that read files, histories and pages. */
const LOOKUPS =
  /^(?:cd|pwd|ls|cat|head|tail|less|wc|sort|uniq|cut|tr|echo|printf|[a-z]*grep|rg|ag|ack|find|fd|sed -n|awk|jq|yq|stat|file|tree|which|type|command|npm (?:ls|view)|git (?:log|show|diff|status|blame|grep|branch|reflog)|gh (?:run|pr|issue|api) ?(?:view|list|checks|status|[\w/.-]*)|python3? -c|node -e|ruby -r?e?)(?:\s|$)/;

/** Messages that the lookup itself failed. An error in a log that it prints belongs to the work. */
const LOOKUP_FAILED =
  /no such file|not a directory|not found|cannot access .*: no such|(?:parse|compile) (?:error|jq)|syntax ?error|usage:|(?:unknown|invalid|unrecognized|illegal) (?:flag|command|option|argument|json)|bad (?:flag|option|revision)|ambiguous argument|is a directory|NameError|TypeError: .*undefined|KeyError/i;

/** Whether a line only looked for something that is not there, so that its failure says nothing about the work. */
export function isFailedLookup({ command, output }: { command: string; output: string }): boolean {
  const commands = parseCommands(command);
  const isLookup = commands.length > 0 && commands.every(({ words }) => LOOKUPS.test(words.join(" ")));
  return isLookup && LOOKUP_FAILED.test(output);
}
