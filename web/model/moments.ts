const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
/** With the same hours as in `TIME`. */
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

export function timeOf(at: string): string {
  return TIME.format(new Date(at));
}

export function dayAndTime(at: string): string {
  return DAY_AND_TIME.format(new Date(at));
}

/** The day of a moment in the time zone of the reader, as `2026-11-26`. */
export function dayOf(at: string): string {
  const date = new Date(at);
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export function dayName(day: string, now: number): string {
  if (day === dayOf(new Date(now).toISOString())) return "Today";
  if (day === dayOf(new Date(now - 86_400_000).toISOString())) return "Yesterday";
  return DAY.format(new Date(`${day}T12:00`));
}

/** `3 h 20 min`; empty below a minute. */
export function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
