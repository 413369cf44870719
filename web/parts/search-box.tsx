import { useEffect, useRef, useState } from "preact/hooks";
import { route, setQuery } from "../model/navigate.ts";
import { acceptSuggestion, suggest } from "../model/search-query.ts";
import { focusNext } from "../model/use-keys.ts";

interface SearchBoxProps {
  projects: readonly string[];
  agents: readonly string[];
  worktrees: readonly string[];
}

const PAUSE_MS = 200;

/** One box for words and filters, with suggestions of filters. `/` goes to it. */
export function SearchBox(known: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useQueryText();
  const [chosen, setChosen] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const found = isOpen ? suggest(text, known) : [];
  const accept = (suggestion: string) => {
    setText(acceptSuggestion(text, suggestion));
    setChosen(-1);
    input.current?.focus();
  };
  const suggestion = found[chosen];
  const keys: Record<string, () => void> = {
    ArrowDown: () => setChosen(neighbor(found, chosen, 1)),
    ArrowUp: () => setChosen(neighbor(found, chosen, -1)),
    Enter: () => (suggestion === undefined ? focusNext(".session-row", 1) : accept(suggestion)),
    Escape: () => (found.length > 0 ? setOpen(false) : input.current?.blur()),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  };
  return (
    <div class="search">
      <input
        ref={input}
        id="search"
        type="text"
        role="combobox"
        aria-label="Search sessions"
        aria-expanded={found.length > 0}
        aria-controls="suggestions"
        aria-activedescendant={found[chosen] === undefined ? undefined : `suggestion-${chosen}`}
        autoComplete="off"
        spellcheck={false}
        dir="auto"
        placeholder="Search prompts, decisions, commands, files …   project:  agent:  is:open"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setChosen(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setTimeout(() => setOpen(false), 150)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      <Suggestions found={found} chosen={chosen} onAccept={accept} />
    </div>
  );
}

/** What is written in the box. After a pause it becomes the query of the address. */
function useQueryText() {
  const [text, setText] = useState(route.value.query);
  const written = useRef(text);
  useEffect(() => {
    const query = text.trim();
    const timer = setTimeout(() => {
      written.current = query;
      if (query !== route.value.query) setQuery(query);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // A link or the back button, rather than this box, changed the query.
  useEffect(() => {
    if (route.value.query === written.current) return;
    written.current = route.value.query;
    setText(route.value.query);
  }, [route.value.query]);
  return [text, setText] as const;
}

/** The index before or after one; -1 stands for none of them. */
function neighbor({ length }: readonly string[], index: number, step: 1 | -1): number {
  return ((index + 1 + step + length + 1) % (length + 1)) - 1;
}

interface SuggestionsProps {
  found: readonly string[];
  chosen: number;
  onAccept: (suggestion: string) => void;
}

function Suggestions({ found, chosen, onAccept }: SuggestionsProps) {
  return (
    <ul id="suggestions" role="listbox" aria-label="Filters" hidden={found.length === 0}>
      {found.map((suggestion, index) => (
        <li
          key={suggestion}
          id={`suggestion-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            onAccept(suggestion);
          }}
        >
          {suggestion}
        </li>
      ))}
    </ul>
  );
}
